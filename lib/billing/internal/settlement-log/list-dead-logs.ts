import { readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { instanceId, listDead } from '@/lib/platform/instance'
import { LOG_NAME, logFolder } from './log-names'

/** The logs of processes that do not run any more, as paths: at once on the same host, elsewhere when they have long been silent. */
export async function listDeadLogs(): Promise<string[]> {
  const folder = logFolder()
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const logs = names.flatMap((name) => {
    const { instance, pid, host } = LOG_NAME.exec(name)?.groups ?? {}
    return instance && pid && instance !== instanceId() ? [{ name, instance, pid: Number(pid), host }] : []
  })
  if (logs.length === 0) return []
  const dead = await listDead(logs.map(({ instance }) => instance))
  return logs
    .filter(({ instance, pid, host }) => dead.has(instance) || (host === hostname() && !isRunning(pid)))
    .map(({ name }) => join(folder, name))
}

/** Its number may be another's by now, also ours: in a container every start has the same ones. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
