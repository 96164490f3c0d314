import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { ConfigurationError, parseEnv, readSecret } from './env'

const needed = { DATABASE_URL: 'postgres://u:p@localhost/db', NEXTAUTH_SECRET: 'x'.repeat(32) }

describe('parseEnv', () => {
  it('has the documented defaults', () => {
    expect(parseEnv(needed)).toMatchObject({
      PORT: 3000,
      ROLE: 'all',
      WORKERS: 1,
      RATE_LIMIT_CHAT: 600,
      RATE_LIMIT_ACCOUNT: 300,
      demo: true,
      publicUrl: 'http://localhost:3000',
    })
  })

  it('has the defaults that .env.example shows', () => {
    const lines = readFileSync('.env.example', 'utf8').split('\n')
    const shown = Object.fromEntries(
      lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('=')),
    )
    const { NODE_ENV: _, publicUrl, demo, isExposed, isLocalHostNeeded, ...defaults } = parseEnv(needed)
    expect({ publicUrl, demo, isExposed, isLocalHostNeeded }).toEqual({
      publicUrl: 'http://localhost:3000',
      demo: true,
      isExposed: false,
      isLocalHostNeeded: true,
    })
    expect(Object.keys(defaults).filter((name) => !(name in shown))).toEqual([])
    const { NODE_ENV: ____, ...example } = parseEnv({ ...shown, ...needed })
    expect(example).toMatchObject(defaults)
  })

  it('reads links with commas in their addresses', () => {
    const text = 'Status=https://status.example, Terms of use=https://example.com/t?a=1,2'
    expect(parseEnv({ ...needed, FOOTER_LINKS: text }).FOOTER_LINKS).toEqual([
      { label: 'Status', url: 'https://status.example' },
      { label: 'Terms of use', url: 'https://example.com/t?a=1,2' },
    ])
    for (const wrong of ['https://status.example', 'Status=http://status.example', '=https://a.example'])
      expect(() => parseEnv({ ...needed, FOOTER_LINKS: wrong })).toThrow('FOOTER_LINKS')
  })

  it('turns the demo off by itself where the address is public, unless asked for', () => {
    expect(parseEnv({ ...needed, PUBLIC_URL: 'https://portico.example/' })).toMatchObject({
      demo: false,
      publicUrl: 'https://portico.example',
    })
    expect(parseEnv({ ...needed, PUBLIC_URL: 'https://portico.example', DEMO: 'on' }).demo).toBe(true)
    expect(parseEnv({ ...needed, DEMO: 'off' }).demo).toBe(false)
  })

  // sinamics/ztnet#947, nextauthjs/next-auth#10991: a scheme or port that browsers write otherwise
  it.each([
    ['HTTPS://Portico.Example:443/', 'https://portico.example'],
    ['http://portico.example:80', 'http://portico.example'],
    ['https://pörtico.example', 'https://xn--prtico-wxa.example'],
    ['http://[2001:DB8::1]:3000', 'http://[2001:db8::1]:3000'],
  ])('writes the address %s as browsers do', (PUBLIC_URL, publicUrl) => {
    expect(parseEnv({ ...needed, PUBLIC_URL }).publicUrl).toBe(publicUrl)
  })

  it.each([
    [{ HOST: '127.0.0.1' }, { publicUrl: 'http://localhost:3000', demo: true, isExposed: false }],
    [{ HOST: 'localhost' }, { demo: true, isExposed: false, isLocalHostNeeded: true }],
    [{ HOST: '0.0.0.0' }, { publicUrl: 'http://localhost:3000', demo: false, isExposed: true }],
    [{ HOST: '::' }, { demo: false, isExposed: true, isLocalHostNeeded: false }],
    [{ HOST: '10.0.0.5' }, { publicUrl: 'http://10.0.0.5:3000', demo: false, isExposed: true }],
    [{ HOST: 'fd00::5' }, { publicUrl: 'http://[fd00::5]:3000', demo: false }],
    [
      { HOST: '0.0.0.0', DEMO: 'on' },
      { demo: true, isExposed: true },
    ],
    [{ PUBLIC_URL: 'https://portico.example' }, { demo: false, isExposed: true, isLocalHostNeeded: false }],
    [
      { PUBLIC_URL: 'https://portico.example', HOST: '127.0.0.1', DEMO: 'on' },
      { demo: true, isExposed: true, isLocalHostNeeded: false },
    ],
    [{ PUBLIC_URL: 'http://localhost:8080', HOST: '127.0.0.1' }, { isExposed: false }],
  ])('knows of %j who can reach it', (given, expected) => {
    expect(parseEnv({ ...needed, ...given })).toMatchObject(expected)
  })

  // volcano-sh/kthena#1637, argoproj/argo-rollouts#895, kubernetes/kubernetes#23404
  it('ignores blanks and line breaks around a value, except in secrets that seal', () => {
    const sealing = `${'x'.repeat(32)}\n`
    const given = {
      ...{ ...needed, NEXTAUTH_SECRET: sealing, ENCRYPTION_KEY: sealing },
      ...{ STRIPE_SECRET_KEY: 'sk_test_1\r\n', STRIPE_WEBHOOK_SECRET: ' whsec_1\n' },
      PUBLIC_URL: 'https://portico.example\r',
    }
    expect(parseEnv(given)).toMatchObject({
      ...{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      ...{ NEXTAUTH_SECRET: sealing, ENCRYPTION_KEY: sealing, publicUrl: 'https://portico.example' },
    })
    vi.stubEnv('SOME_PROVIDER_KEY', 'sk-1\n')
    expect(readSecret('SOME_PROVIDER_KEY')).toBe('sk-1')
    vi.unstubAllEnvs()
  })

  // nodemailer/nodemailer#572, wekan/wekan#1845, langfuse/langfuse#5712
  it.each([
    ['smtp://u:Aq+AmK/U8@mail.example:587', 'smtp://u:Aq%2BAmK%2FU8@mail.example:587'],
    ['smtp://u:1/w@mail.example:587', 'smtp://u:1%2Fw@mail.example:587'],
    ['smtps://u@a.example:p#w?x@mail.example', 'smtps://u@a.example:p%23w%3Fx@mail.example'],
    ['smtp://u:p%ss@mail.example/?requireTLS=true', 'smtp://u:p%25ss@mail.example/?requireTLS=true'],
    ['smtp://u:p%2Fw@mail.example:587', 'smtp://u:p%2Fw@mail.example:587'],
    ['smtp://u@a.example:p@w@mail.example', 'smtp://u@a.example:p@w@mail.example'],
    ['smtp://u:p@mail.example?name=a@b', 'smtp://u:p@mail.example?name=a@b'],
    ['smtp://mail.example:25', 'smtp://mail.example:25'],
  ])('reads the mail server %s with the password as it was pasted', (given, read) => {
    expect(parseEnv({ ...needed, SMTP_URL: given, MAIL_FROM: 'a@example.com' }).SMTP_URL).toBe(read)
  })

  it('treats an empty variable as unset', () => {
    expect(parseEnv({ ...needed, PORT: '', REDIS_URL: '' })).toMatchObject({ PORT: 3000 })
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ OPERATORS: 'ann@example.com' }, 'OPERATORS must be customer ids'],
    [{ OPERATORS: 'ann@example.com' }, 'email addresses are not accepted'],
    [{ SMTP_URL: 'smtp://', MAIL_FROM: 'a@example.com' }, 'SMTP_URL must be an address such as smtp://'],
    [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an address such as'],
    [{ ROLE: 'boss' }, 'ROLE'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ RATE_LIMIT_CHAT: '0' }, 'RATE_LIMIT_CHAT'],
    [{ GITHUB_ID: 'x' }, 'GITHUB_SECRET'],
    [{ OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' }, 'OIDC_CLIENT_ID is set, but OIDC_ISSUER is missing'],
    [{ OIDC_ISSUER: 'id.example.com' }, 'OIDC_ISSUER must be an address'],
    [{ OIDC_SCOPE: 'email profile openid2' }, 'OIDC_SCOPE must be scopes separated by spaces'],
    [{ OIDC_SCOPE: 'openid,groups' }, 'OIDC_SCOPE must be scopes separated by spaces'],
    [{ NEXTAUTH_SECRET: 'short' }, 'NEXTAUTH_SECRET'],
    [{ OLLAMA_HOST: 'no host' }, 'OLLAMA_HOST'],
    [{ OPENAI_COMPATIBLE_BASE_URLS: '127.0.0.1:8000' }, 'OPENAI_COMPATIBLE_BASE_URLS'],
    [{ DEMO: 'maybe' }, 'DEMO'],
    [{ HOST: 'portico.example' }, 'HOST must be an address to listen at'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be addresses or networks'],
    [{ TRUST_PROXY: 'nginx' }, 'TRUST_PROXY must be addresses or networks'],
    [{ TRIAL_CREDIT_USD: '-1' }, 'TRIAL_CREDIT_USD must be an amount in dollars'],
    [{ RATE_LIMIT_AUTH_FAILURE: '0' }, 'RATE_LIMIT_AUTH_FAILURE must be a whole number'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
    [{ USAGE_STORE: 'clickhouse' }, 'USAGE_STORE is set, but USAGE_EXPORT_CLICKHOUSE is missing'],
    [{ VOLC_ACCESSKEY: 'AK' }, 'VOLC_ACCESSKEY is set, but VOLC_SECRETKEY is missing'],
    [{ VOLC_SECRETKEY: 'SK' }, 'VOLC_SECRETKEY is set, but VOLC_ACCESSKEY is missing'],
    [
      { S3_PUBLIC_ENDPOINT: 'https://files.example.com' },
      'S3_PUBLIC_ENDPOINT is set, but S3_ENDPOINT is missing',
    ],
    [{ STRIPE_API_BASE: 'https://api.stripe.com/v1' }, 'STRIPE_API_BASE'],
    [{ PLATFORM_FEE_RATE: '1' }, 'PLATFORM_FEE_RATE'],
    [{ PLATFORM_FEE_RATE: '-0.1' }, 'PLATFORM_FEE_RATE'],
    [{ OUTBOUND_ALLOW: 'http://receiver' }, 'OUTBOUND_ALLOW'],
    [{ PORT: ' ' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '0x50' }, 'PORT must be a whole number from 0 to 65535'],
    [{ RATE_LIMIT_CHAT: 'many' }, 'RATE_LIMIT_CHAT must be a whole number from 1 to 1000000000'],
    [{ ROLE: 'boss' }, 'ROLE must be all or web or worker'],
    [{ REDIS_URL: 'redis' }, 'REDIS_URL must be an address such as redis://host:6379'],
    [{ REDIS_URL: 'redis://one:6379,two' }, 'REDIS_URL must be an address such as redis://host:6379'],
    [{ STRIPE_API_BASE: 'nonsense' }, 'STRIPE_API_BASE must be an origin without a path'],
    [{ PUBLIC_URL: 'portico.example' }, 'PUBLIC_URL must be an origin without a path'],
    [{ PUBLIC_URL: 'https://portico.example/?a=b' }, 'PUBLIC_URL must be an origin without a path'],
    [{ REDIS_URL: 'redis://:p/w@host:6379' }, 'REDIS_URL must be an address such as redis://host:6379'],
    [{ DATABASE_URL: 'postgres://u:p#w@host/db' }, 'DATABASE_URL must be an address such as postgresql://'],
    [{ DATABASE_URL: 'postgres://u:p#w@host/db' }, 'write / ? # % in its password as %2F'],
    [{ DATABASE_URL: undefined }, 'DATABASE_URL must be an address such as postgresql://'],
  ])('refuses %j in a sentence that names it', (bad, name) => {
    const attempt = () => parseEnv({ ...needed, ...bad })
    expect(attempt).toThrow(ConfigurationError)
    expect(attempt).toThrow(name)
  })
})
