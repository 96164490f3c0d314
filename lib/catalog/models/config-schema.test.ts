import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv'
import { beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { env, overrideEnv, parseEnv, reloadEnv } from '@/lib/platform/env'
import { writeConfigSchema } from './config-schema'
import { readConfiguredProviders } from './internal/seed-files'

const file = join(env().DATA_DIR, 'portico.yaml')

/** As if the process had been started with this in its file. */
function configured(text: string): void {
  writeFileSync(file, text)
  process.env.PORTICO_CONFIG = file
  reloadEnv()
}

function faultOf(text: string): string {
  try {
    configured(text)
    readConfiguredProviders(undefined)
  } catch (error) {
    return String(error).replace(file, 'FILE')
  }
  return 'none'
}

const example = `
settings:
  trial_credit_usd: 2.5
  outbound_allow: receiver.internal:8080
  sign_up:
limits:
  chat: 1200
providers:
  - id: acme
    base_url: https://api.acme.example/v1
    models:
      - id: acme/large
        upstream_id: large
        pricing: { prompt: "0.000001", completion: "0.000002" }
`

beforeEach(() => {
  configured('')
})

describe('portico.yaml', () => {
  it('has a schema for editors that accepts what we accept', () => {
    const schema = JSON.parse(writeConfigSchema(new Map()))
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    expect(validate(parse(example.replace('  sign_up:\n', '')))).toBe(true)
    expect(validate({ settings: { porto: 1 } })).toBe(false)
    expect(validate({ limits: { chat: 'many' } })).toBe(false)
  })

  it('fills in only what the environment does not set', () => {
    configured(example)
    expect(env()).toMatchObject({ TRIAL_CREDIT_USD: '0', RATE_LIMIT_CHAT: 1200, SIGN_UP: 'on' }) // tests set the first
    expect(env().OUTBOUND_ALLOW).toBe('receiver.internal:8080')
    expect(readConfiguredProviders(undefined).entries).toMatchObject([
      { id: 'acme', models: [{ id: 'acme/large' }] },
    ])
    process.env.RATE_LIMIT_CHAT = '7'
    reloadEnv()
    expect(env().RATE_LIMIT_CHAT).toBe(7)
    delete process.env.RATE_LIMIT_CHAT
  })

  it('is overridden by operators’ settings', () => {
    configured('limits: { chat: 10 }')
    overrideEnv({ RATE_LIMIT_CHAT: 99 })
    configured('limits: { chat: 20 }')
    expect(env().RATE_LIMIT_CHAT).toBe(99)
    overrideEnv({})
    expect(env().RATE_LIMIT_CHAT).toBe(20)
  })

  it.each([
    ['settings: { prot: 1 }', 'settings.prot is not a field of this file.'],
    ['limits: { chat: none }', 'limits.chat must be a whole number from 1 to 1000000000.'],
    [
      'settings: { public_url: portico }',
      'settings.public_url must be an origin without a path, such as https://portico.example.',
    ],
    ['settings: { demo: yes }', 'settings.demo must be on or off.'],
    ['providers: [{ name: acme }]', 'providers[0].id is required.'],
    ['providers: [{ id: acme, adapter: smoke }]', /^providers\[0\]\.adapter must be one of/],
  ])('%s: names the path in the file', (text, sentence) => {
    const fault = faultOf(text).replace('ConfigurationError: FILE: ', '')
    if (typeof sentence === 'string') expect(fault).toBe(sentence)
    else expect(fault).toMatch(sentence)
  })

  it.each(['settings: [', 'a: b: c'])('is not YAML: %s', (text) => {
    expect(faultOf(text)).toMatch(/^ConfigurationError: FILE cannot be read: /)
  })

  it('is reloaded: changeable settings apply, invalid files change nothing, the rest waits for a restart', () => {
    configured('limits: { chat: 5 }\nsettings: { stripe_api_base: https://stripe.example }')
    writeFileSync(file, 'limits: { chat: 6 }\nsettings: { stripe_api_base: https://other.example }')
    expect(reloadEnv()).toEqual({ changed: ['RATE_LIMIT_CHAT'], waiting: ['STRIPE_API_BASE'] })
    expect(env().RATE_LIMIT_CHAT).toBe(6)
    expect(faultOf('limits: { chat: 0 }')).toMatch(/limits\.chat must be/)
    expect(env().RATE_LIMIT_CHAT).toBe(6)
  })

  it('yields to the environment; an empty variable counts as unset', () => {
    const source = {
      DATABASE_URL: 'postgres://u:p@localhost/db',
      NEXTAUTH_SECRET: 'x'.repeat(32),
      LOG_LEVEL: '',
    }
    const config = { path: file, settings: { LOG_LEVEL: 'warn', PORT: '4000' }, providers: undefined }
    expect(parseEnv({ ...source, PORT: '5000' }, config)).toMatchObject({ LOG_LEVEL: 'warn', PORT: 5000 })
  })
})
