import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { z } from 'zod'
import { logger } from '../logger'
import { FromChild } from './serve-tasks'

type PoolOptions<Result> = {
  /** The file that calls `serveTasks`, from the root of the checkout. */
  entry: string
  result: z.ZodType<Result>
  /** Concurrent tasks, each in its own child; further tasks wait. */
  most: number
  /** The time limit of one attempt. */
  timeLimitMillis: number
}

export type TaskOptions = {
  signal: AbortSignal
  onProgress?: ((share: number) => void) | undefined
  /** Children that died over this task before, as recorded by `onDeath`. */
  deaths?: number
  /** Awaited before the task is retried. */
  onDeath?: ((deaths: number) => Promise<void>) | undefined
}

/** `died`: too many children died over the task. `too_slow`: it exceeded its time limit. */
export class ChildTaskError extends Error {
  override readonly name = 'ChildTaskError'

  constructor(
    readonly reason: 'died' | 'too_slow',
    message: string,
  ) {
    super(message)
  }
}

const MOST_DEATHS = 2
/** Relative to the root of the checkout, where all our processes run. */
const flags = ['--import', './scripts/steps/load-typescript.mjs']
/** Requests go first. */
const NICENESS = 10

/**
 * Runs tasks in child processes, for work that may crash a process (WebAssembly, native decoders). A task whose child died is
 * retried once. One idle child is kept warm. Children always run the sources of the checkout; they get no settings and no
 * secrets.
 */
export class ChildPool<Task extends object, Result> {
  readonly #options: PoolOptions<Result>
  readonly #waiting = new Set<() => void>()
  #warm: ChildProcess | undefined
  #busy = 0

  constructor(options: PoolOptions<Result>) {
    this.#options = options
  }

  /** Rejects with the signal's reason, with ChildTaskError, and with the error that the child's `run` threw. */
  async run(task: Task, options: TaskOptions): Promise<Result> {
    await this.#enter(options.signal)
    try {
      return await this.#tryTwice(task, options)
    } finally {
      this.#leave()
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#busy < this.#options.most) this.#busy++
    else
      await new Promise<void>((resolve, reject) => {
        const settle = (how: () => void) => {
          signal.removeEventListener('abort', giveUp)
          this.#waiting.delete(begin)
          how()
        }
        const giveUp = () => settle(() => reject(signal.reason))
        const begin = () => settle(resolve)
        signal.addEventListener('abort', giveUp)
        this.#waiting.add(begin)
      })
  }

  /** Passes the slot directly to the next waiter, so that new tasks do not overtake waiting ones. */
  #leave(): void {
    const [next] = this.#waiting
    if (next) next()
    else this.#busy--
  }

  async #tryTwice(task: Task, options: TaskOptions): Promise<Result> {
    for (let deaths = options.deaths ?? 0; deaths < MOST_DEATHS; ) {
      const attempt = await this.#attempt(task, options)
      if ('result' in attempt) return attempt.result
      logger.error({ entry: this.#options.entry, end: attempt.end }, 'a child process died over its task')
      deaths++
      await options.onDeath?.(deaths)
    }
    throw new ChildTaskError('died', `${MOST_DEATHS} child processes died over this task`)
  }

  #attempt(task: Task, { signal, onProgress }: TaskOptions): Promise<{ result: Result } | { end: string }> {
    const { result, timeLimitMillis } = this.#options
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const child = this.#takeChild()
      const isOver = new AbortController()
      const end = (settle: () => void, isHealthy = false) => {
        clearTimeout(timer)
        isOver.abort()
        child.removeAllListeners('message').off('exit', onExit).off('error', onError)
        this.#release(child, isHealthy)
        settle()
      }
      const fail = (error: unknown) => end(() => reject(error))
      const onError = (error: Error) => fail(error)
      const onExit = (code: number | null, by: string | null) =>
        end(() => resolve({ end: by ?? `code ${code}` }))
      const late = () => fail(new ChildTaskError('too_slow', `not done within ${timeLimitMillis} ms`))
      const timer = setTimeout(late, timeLimitMillis)
      signal.addEventListener('abort', () => fail(signal.reason), { signal: isOver.signal })
      child.once('exit', onExit).once('error', onError)
      child.on('message', (message) => {
        const report = FromChild.safeParse(message)
        if (!report.success) return fail(report.error)
        if (report.data.kind === 'progress') return onProgress?.(report.data.share)
        if (report.data.kind === 'failed') return fail(new Error(report.data.message))
        const parsed = result.safeParse(report.data.result)
        if (parsed.success) end(() => resolve({ result: parsed.data }), true)
        else fail(parsed.error)
      })
      // If the child has just died, its exit event ends the attempt.
      child.send(task, () => undefined)
    })
  }

  #takeChild(): ChildProcess {
    const child = this.#warm ?? this.#start()
    this.#warm = undefined
    child.ref()
    child.channel?.ref()
    return child
  }

  /** A child whose task failed is not reused. */
  #release(child: ChildProcess, isHealthy: boolean): void {
    if (!isHealthy || this.#warm !== undefined) child.kill('SIGKILL')
    else this.#warm = child
    child.unref()
    child.channel?.unref()
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, [...flags, this.#options.entry], {
      env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    if (child.pid !== undefined) setPriority(child.pid, NICENESS)
    child.on('error', () => undefined)
    child.once('exit', () => {
      if (this.#warm === child) this.#warm = undefined
    })
    return child
  }
}
