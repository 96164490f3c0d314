import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'

/** For tests: another process on the same database, until it is killed. It says texts, and the numbers of its sessions. */
export function startProcess(script: URL) {
  const child = fork(fileURLToPath(script), {
    env: { ...process.env, DATABASE_URL: env().DATABASE_URL, NODE_ENV: 'test' },
    execArgv: [],
  })
  const sessions: number[] = []
  let hear: (text: string) => void = () => undefined
  child.on('message', (said) => {
    if (typeof said === 'number') sessions.push(said)
    else hear(String(said))
  })
  return {
    nextText: () =>
      new Promise<string>((resolve) => {
        hear = resolve
      }),
    send: (text: string) => void child.send(text),
    /** Resolves when it is gone and the database executes nothing for it any more, not even what it had sent before. */
    kill: async () => {
      const gone = Promise.all([once(child, 'exit'), once(child, 'disconnect')])
      child.kill('SIGKILL')
      await gone
      await pool.query(
        `SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity
          WHERE datname = current_database() AND pid = ANY ($1)`,
        [sessions],
      )
    },
  }
}
