import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, serverEnvironment, withoutEnvFiles } from './settings.mjs'

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
    [{ WORKERS: '0' }, 'WORKERS must be a whole number from 1 to 256, not "0".'],
  ])('names a bad setting: %o', (source, sentence) => {
    expect(() => readSettings(source, '/srv')).toThrow(sentence)
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
      DATA_DIR: '/srv/.data',
      DATABASE_URL: 'postgresql://a',
      NEXTAUTH_SECRET: 's',
      NEXTAUTH_URL: 'http://localhost:4000',
    })
  })

  it('signs in at PUBLIC_URL', () => {
    const settings = { ...readSettings({ PUBLIC_URL: 'https://ai.example.org' }, '/srv'), ...decided }
    expect(serverEnvironment({}, settings).NEXTAUTH_URL).toBe('https://ai.example.org')
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
