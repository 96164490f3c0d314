import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { childrenOf } from '../scripts/steps/processes.mjs'
import { startPortico } from '../scripts/testing/start-portico.mjs'
import { readDemo } from './read-demo'

/** A Portico of a test's own, which it may kill: its data stay and the next start finds them. */
export async function openPortico(name: string, settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), `portico-${name}-`))
  let starts = 0
  const start = (port: Record<string, string>) =>
    startPortico(process.cwd(), {
      logFile: join('.cache', 'test', `${name}-${++starts}.log`),
      settings: { DATA_DIR: dataDir, LOG_LEVEL: 'error', ...port, ...settings },
    })
  let running = await start({})
  const { api_key: key } = readDemo(running.dataDir)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return {
    dataDir,
    url: () => running.url,
    get: (path: string) => fetch(running.url + path, { headers }),
    post: (path: string, body: object = {}, init: RequestInit = {}) =>
      fetch(running.url + path, { ...init, method: 'POST', headers, body: JSON.stringify(body) }),
    hangUp: () => process.kill(z.number().parse(running.pid), 'SIGHUP'),
    /** As a machine that loses its power: launcher and server at once, nothing said before. */
    async killAndRestart() {
      const launcher = z.number().parse(running.pid)
      for (const pid of [launcher, ...childrenOf(launcher)]) process.kill(pid, 'SIGKILL')
      running = await start({ PORT: new URL(running.url).port })
    },
    async close() {
      await running.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
