import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { env } from '@/lib/platform/env'

/** For tests: another process that answers chat from the same database. */
export async function startChatProcess() {
  const child = fork(fileURLToPath(new URL('./chat-process.mjs', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: env().DATABASE_URL, NODE_ENV: 'test' },
    execArgv: [],
  })
  const [origin] = await once(child, 'message')
  return {
    origin: String(origin),
    /** Resolves when all of its settlements are in the database. */
    flush: async () => {
      const flushed = once(child, 'message')
      child.send('flush')
      await flushed
    },
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
