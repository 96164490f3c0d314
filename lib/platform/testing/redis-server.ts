import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { vi } from 'vitest'
import { unassignedPort } from '@/scripts/postgres/free-port.mjs'

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

async function answers(port: number): Promise<void> {
  const socket = createConnection(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}

/** A Redis of this machine that can be killed, suspended and started again at its port. */
export class RedisServer {
  #child: ChildProcess | undefined
  port = 0

  async start(): Promise<void> {
    this.port ||= await unassignedPort()
    const quiet = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp']
    this.#child = spawn('redis-server', ['--port', `${this.port}`, ...quiet], { stdio: 'ignore' })
    await vi.waitFor(() => answers(this.port), { timeout: 30_000 })
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal)
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child?.kill('SIGKILL')) await once(child, 'exit')
  }
}
