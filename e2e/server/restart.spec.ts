import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { childrenOf, commandOf, isAlive } from '../../scripts/steps/processes.mjs'
import { startPortico } from '../../scripts/testing/start-portico.mjs'

/** One Portico of two web processes that loses first one of them, then its server, then settings that it can run with. */
test.describe.configure({ mode: 'serial' })

const logFile = join('.cache', 'test', 'restart.log')
const Lock = z.object({ server: z.object({ pid: z.number() }) })
let folder: string
let portico: Awaited<ReturnType<typeof startPortico>>

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-restart-'))
  writeFileSync(catalog(), '[]')
  const settings = { PROVIDERS_FILE: catalog(), LOG_LEVEL: 'error', WORKERS: '2' }
  portico = await startPortico(process.cwd(), { logFile, settings })
})
test.afterAll(async () => {
  await portico?.stop().catch(() => undefined) // the last test has ended it
  rmSync(folder, { recursive: true })
})

const catalog = () => join(folder, 'providers.json')
const log = () => readFileSync(logFile, 'utf8')
const serverPid = () =>
  Lock.parse(JSON.parse(readFileSync(join(portico.dataDir, 'instance.lock'), 'utf8'))).server.pid
const isReady = () =>
  fetch(`${portico.url}/api/ready`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
const webProcesses = () =>
  childrenOf(serverPid()).filter((pid: number) => commandOf(pid).includes('serve.mjs'))

test('a web process that was killed is replaced while the others serve', async () => {
  await expect.poll(() => webProcesses().length).toBe(2)
  const killed = Math.max(...webProcesses()) // the one that was started last: the first serves already
  process.kill(killed, 'SIGKILL')
  // Those that reach it while it dies see their connection break; no client waits for an answer that never arrives.
  const asked = Array.from({ length: 100 }, () =>
    fetch(`${portico.url}/api/health`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(10_000),
    }).then(
      () => 'answered',
      (error: Error) => error.name,
    ),
  )
  expect(await Promise.all(asked)).not.toContain('TimeoutError')
  await expect.poll(log).toContain('exited unexpectedly (SIGKILL) and restarts now')
  expect(await isReady()).toBe(true)
  await expect.poll(() => webProcesses().filter((pid: number) => pid !== killed).length).toBe(2)
})

test('a server that was killed is started again, and the log says why', async () => {
  const killed = serverPid()
  process.kill(killed, 'SIGSEGV')
  await expect.poll(serverPid).not.toBe(killed)
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
  expect(log()).toContain('The server exited unexpectedly (SIGSEGV) and restarts now')
  // It answers a moment before its launcher has seen that it does.
  await expect.poll(log).toContain('The server is ready again')
})

test('a server that cannot run with its settings any more is not started again', async () => {
  const starts = () => log().match(/Starting the server/g)?.length
  const before = starts() ?? 0
  writeFileSync(catalog(), '[{"id": 7}]')
  process.kill(serverPid(), 'SIGKILL')
  await expect.poll(() => isAlive(z.number().parse(portico.pid)), { timeout: 60_000 }).toBe(false)
  expect(starts()).toBe(before + 2) // its beginning and its end
  expect(log()).toContain('PROVIDERS_FILE')
  await expect(portico.stop()).rejects.toThrow('code 1')
})
