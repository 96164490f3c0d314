import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startPortico } from '../../scripts/testing/start-portico.mjs'

/** Servers that others than this machine could reach, one after the other on one DATA_DIR, and what they must not be. */
test.describe.configure({ mode: 'serial' })
let dataDir: string
test.beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-exposure-'))
})
test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const logFile = join('.cache', 'test', 'exposure.log')
const readLog = () => readFileSync(logFile, 'utf8')
const start = (settings: Record<string, string>) =>
  startPortico(process.cwd(), {
    logFile,
    settings: { DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settings },
  })

function headersOf(url: string, host: string): Promise<{ status: number | undefined; strict: unknown }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume()
      resolve({ status: response.statusCode, strict: response.headers['strict-transport-security'] })
    }).on('error', reject)
  })
}

test('without PUBLIC_URL it warns, has no demo account, and answers to every host', async () => {
  const portico = await start({ HOST: '0.0.0.0', DEMO: '' })
  try {
    await expect.poll(readLog).toMatch(/Warning: HOST is 0\.0\.0\.0 without PUBLIC_URL/)
    expect(existsSync(join(dataDir, 'demo.json'))).toBe(false)
    const url = portico.url.replace('localhost', '127.0.0.1')
    expect(await headersOf(`${url}/api/health`, 'portico.lan')).toEqual({ status: 200, strict: undefined })
    expect(await (await fetch(`${url}/sign-in`)).text()).not.toContain('npm start')
  } finally {
    await portico.stop()
  }
})

test('with an https PUBLIC_URL browsers are told to stay with it', async () => {
  const portico = await start({ PUBLIC_URL: 'https://portico.example', DEMO: '', HOST: '127.0.0.1' })
  try {
    const url = portico.url.replace('localhost', '127.0.0.1')
    for (const path of ['/api/health', '/v1/models', '/', '/site/nothing.js'])
      expect((await headersOf(url + path, 'portico.example')).strict).toBe('max-age=31536000')
    await expect.poll(readLog).toContain('Portico is ready') // what it is warned of stands before that
    expect(readLog()).not.toContain('Warning')
  } finally {
    await portico.stop()
  }
})

test('a demo beside a provider that has to be paid ends the start with a sentence', async () => {
  const settings = { HOST: '0.0.0.0', DEMO: 'on', OPENAI_API_KEY: 'sk-none' }
  await expect(start(settings)).rejects.toThrow('Portico did not start')
  await expect.poll(readLog).toMatch(/DEMO=on gives free credit .*: set DEMO=off/)
})
