import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { env } from '@/lib/platform/env'

/** For tests: a process that receives webhooks, and another one each time it is killed. */
export class KillableReceiver {
  private child: ChildProcess
  private port: Promise<number>

  constructor() {
    ;[this.child, this.port] = this.spawn()
  }

  async address(): Promise<string> {
    return `http://127.0.0.1:${await this.port}/api/webhooks/stripe`
  }

  /** Dead in the middle of whatever it was doing; the next one is on its way. */
  kill(): void {
    this.child.kill('SIGKILL')
    ;[this.child, this.port] = this.spawn()
  }

  end(): void {
    this.child.kill('SIGKILL')
  }

  private spawn(): [ChildProcess, Promise<number>] {
    const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '', STRIPE_API_BASE = '', DATABASE_URL } = env()
    const script = fileURLToPath(new URL('./webhook-process.mjs', import.meta.url))
    const child = fork(script, {
      env: {
        ...process.env,
        DATABASE_URL,
        STRIPE_SECRET_KEY,
        STRIPE_WEBHOOK_SECRET,
        STRIPE_API_BASE,
        NODE_ENV: 'test',
      },
      execArgv: [],
    })
    const port = new Promise<number>((resolve, reject) => {
      child.once('message', (said) => resolve(Number(said)))
      child.once('exit', () => reject(new Error('it died before it listened')))
    })
    port.catch(() => undefined)
    return [child, port]
  }
}
