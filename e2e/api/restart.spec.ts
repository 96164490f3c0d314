import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { childrenOf, commandOf, isAlive } from '../../scripts/steps/processes.mjs'
import { startPortico } from '../../scripts/testing/start-portico.mjs'

const Lock = z.object({ server: z.object({ pid: z.number() }) })

/** A Portico of this test's own; `catalog` is its PROVIDERS_FILE. */
async function open(name: string, settings: Record<string, string> = {}) {
  const catalog = test.info().outputPath('providers.json')
  writeFileSync(catalog, '[]')
  const logFile = join('.cache', 'test', `${name}.log`)
  const portico = await startPortico(process.cwd(), {
    logFile,
    settings: { PROVIDERS_FILE: catalog, LOG_LEVEL: 'error', ...settings },
  })
  const isReady = () =>
    fetch(`${portico.url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  return {
    ...portico,
    catalog,
    isReady,
    serverPid: () =>
      Lock.parse(JSON.parse(readFileSync(join(portico.dataDir, 'instance.lock'), 'utf8'))).server.pid,
    log: () => readFileSync(logFile, 'utf8'),
  }
}

test('a server that was killed is started again, and the log says why', async () => {
  const portico = await open('restart')
  const killed = portico.serverPid()
  process.kill(killed, 'SIGSEGV')
  await expect.poll(portico.serverPid).not.toBe(killed)
  await expect.poll(portico.isReady, { timeout: 30_000 }).toBe(true)
  expect(portico.log()).toContain('The server ended by itself (SIGSEGV) and is started again at once')
  await portico.stop()
})

test('a web process that was killed is replaced while the others serve', async () => {
  const portico = await open('restart-web', { WORKERS: '2' })
  const webProcesses = () =>
    childrenOf(portico.serverPid()).filter((pid: number) => commandOf(pid).includes('serve.mjs'))
  await expect.poll(() => webProcesses().length).toBe(2)
  const killed = z.number().parse(webProcesses()[0])
  process.kill(killed, 'SIGKILL')
  expect(await portico.isReady()).toBe(true)
  await expect.poll(() => webProcesses().filter((pid: number) => pid !== killed).length).toBe(2)
  expect(portico.log()).toContain('ended by itself (SIGKILL) and is started again at once')
  await portico.stop()
})

test('a server that cannot run with its settings any more is not started again', async () => {
  const portico = await open('restart-wrong')
  const launcher = z.number().parse(portico.pid)
  writeFileSync(portico.catalog, '[{"id": 7}]')
  process.kill(portico.serverPid(), 'SIGKILL')
  await expect.poll(() => isAlive(launcher), { timeout: 60_000 }).toBe(false)
  expect(portico.log().match(/Starting the server/g)).toHaveLength(4) // its beginning and its end, twice
  expect(portico.log()).toContain('PROVIDERS_FILE')
  await expect(portico.stop()).rejects.toThrow('code 1')
})
