import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  addressOf,
  exposureWarning,
  listenAddress,
  localUrl,
  readSettings,
  serverEnvironment,
  withoutEnvFiles,
} from './settings.mjs'

const decided = {
  databaseUrl: 'postgresql://a',
  cluster: undefined,
  secret: 's',
  development: false,
}

describe('readSettings', () => {
  it('has defaults and makes DATA_DIR absolute', () => {
    expect(readSettings({}, '/srv/portico')).toMatchObject({ port: 3000, dataDir: '/srv/portico/.data' })
    expect(readSettings({ DATA_DIR: '../x', PORT: '0' }, '/srv/portico')).toMatchObject({
      port: 0,
      dataDir: '/srv/x',
    })
  })

  it('takes an empty variable for none', () => {
    const settings = readSettings({ PORT: '', DATA_DIR: '', DATABASE_URL: '' }, '/srv')
    expect(settings).toMatchObject({ port: 3000, dataDir: '/srv/.data', databaseUrl: undefined })
  })

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536".'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ DATABASE_URL: 'mysql://a:secret@b/c' }, 'DATABASE_URL must be an address such as postgresql://'],
    [{ DATABASE_URL: 'postgres://a:b/c@d/e' }, 'write / ? # % in its password as %2F'],
    [
      { HOST: 'my-laptop' },
      'HOST must be an address to listen at, such as 127.0.0.1, 0.0.0.0 or ::, not "my-laptop".',
    ],
    [{ WORKERS: '0' }, 'WORKERS must be a whole number from 1 to 256, not "0".'],
  ])('names a bad setting: %o', (source, sentence) => {
    expect(() => readSettings(source, '/srv')).toThrow(sentence)
  })
})

describe('HOST', () => {
  it.each([
    [{}, '127.0.0.1'],
    [{ HOST: '' }, '127.0.0.1'],
    [{ PUBLIC_URL: 'https://ai.example.org' }, '::'],
    [{ PUBLIC_URL: 'https://ai.example.org', HOST: '127.0.0.1' }, '127.0.0.1'],
    [{ HOST: '0.0.0.0' }, '0.0.0.0'],
  ])('with %o is %s', (source, host) => {
    expect(readSettings(source, '/srv').host).toBe(host)
  })

  it('of every address is left to Node, which knows whether there is IPv6', () => {
    expect(listenAddress('::', 80)).toEqual({ port: 80 })
    expect(listenAddress('127.0.0.1', 80)).toEqual({ host: '127.0.0.1', port: 80 })
  })

  it.each([
    ['127.0.0.1', 'http://127.0.0.1:80', 'http://localhost:80'],
    ['::1', 'http://[::1]:80', 'http://localhost:80'],
    ['::', 'http://127.0.0.1:80', 'http://localhost:80'],
    ['0.0.0.0', 'http://127.0.0.1:80', 'http://localhost:80'],
    ['10.0.0.5', 'http://10.0.0.5:80', 'http://10.0.0.5:80'],
    ['fd00::5', 'http://[fd00::5]:80', 'http://[fd00::5]:80'],
  ])('%s is found at %s, by people at %s', (host, local, shown) => {
    expect(localUrl(host, 80)).toBe(local)
    expect(addressOf({ publicUrl: undefined, host, port: 80 })).toBe(shown)
  })

  it('is warned of where others reach it and no PUBLIC_URL says that they shall', () => {
    const warningOf = (source: object) => exposureWarning(readSettings(source, '/srv'))
    expect(warningOf({})).toBeUndefined()
    expect(warningOf({ PUBLIC_URL: 'https://ai.example.org', HOST: '0.0.0.0' })).toBeUndefined()
    expect(warningOf({ HOST: '0.0.0.0' })).toMatch(
      /^HOST is 0\.0\.0\.0 without PUBLIC_URL.* demo account is off\.$/,
    )
    expect(warningOf({ HOST: '::', DEMO: 'on' })).toMatch(/demo account is on \(DEMO=on\)\.$/)
  })
})

describe('serverEnvironment', () => {
  it('passes on what was given and what was decided', () => {
    const settings = { ...readSettings({ PORT: '4000' }, '/srv'), ...decided }
    expect(serverEnvironment({ OPENAI_API_KEY: 'k', NODE_ENV: 'test' }, settings)).toEqual({
      OPENAI_API_KEY: 'k',
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: '4000',
      HOST: '127.0.0.1',
      DATA_DIR: '/srv/.data',
      DATABASE_URL: 'postgresql://a',
      NEXTAUTH_SECRET: 's',
    })
  })
})

describe('withoutEnvFiles', () => {
  it('empties what the files would set', () => {
    const root = mkdtempSync(join(tmpdir(), 'portico-env-'))
    try {
      writeFileSync(join(root, '.env'), 'OPENAI_API_KEY=key\n')
      writeFileSync(join(root, '.env.local'), 'PORT=1\n')
      expect(withoutEnvFiles(root)).toEqual({ OPENAI_API_KEY: '', PORT: '' })
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
