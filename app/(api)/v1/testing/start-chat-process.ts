import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pool } from '@/lib/platform/db'
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

/** Asks another process, and kills it once it has answered, before its settlement is in the database. */
export async function askAndKill(path: string, request: RequestInit): Promise<Response> {
  const other = await startChatProcess()
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query('LOCK TABLE usage_tallies IN SHARE MODE')
  const reply = await fetch(other.origin + path, request)
  await reply.text()
  await other.kill()
  await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%ledger_settle%'`)
  await client.query('ROLLBACK')
  client.release()
  return reply
}
