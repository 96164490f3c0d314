import { pool } from '@/lib/platform/db'
import { startProcess } from './start-process'

/** For tests: another process that answers chat from the same database. */
export async function startChatProcess() {
  const { nextText, send, kill } = startProcess(new URL('./chat-process.mjs', import.meta.url))
  return {
    origin: await nextText(),
    /** Resolves when all of its settlements are in the database. */
    flush: async () => {
      const flushed = nextText()
      send('flush')
      await flushed
    },
    kill,
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
  await client.query('ROLLBACK')
  client.release()
  return reply
}
