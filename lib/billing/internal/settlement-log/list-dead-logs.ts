import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { instanceId, listDead } from '@/lib/platform/instance'
import { LOG_NAME, logFolder } from './log-names'

/** The logs of processes that do not run any more, as paths. */
export async function listDeadLogs(): Promise<string[]> {
  const folder = logFolder()
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const logs = names.flatMap((name) => {
    const instance = LOG_NAME.exec(name)?.groups?.instance
    return instance && instance !== instanceId() ? [{ name, instance }] : []
  })
  if (logs.length === 0) return []
  const dead = await listDead(logs.map(({ instance }) => instance))
  return logs.filter(({ instance }) => dead.has(instance)).map(({ name }) => join(folder, name))
}
