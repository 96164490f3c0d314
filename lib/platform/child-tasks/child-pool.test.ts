import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isAlive } from '@/scripts/steps/processes.mjs'
import { ChildPool } from './child-pool'
import { PoolResult, type PoolTask } from './testing/pool-task'

const newPool = (more: { most?: number; timeLimitMillis?: number } = {}) =>
  new ChildPool<PoolTask, PoolResult>({
    entry: 'lib/platform/child-tasks/testing/pool-child.ts',
    result: PoolResult,
    most: 1,
    timeLimitMillis: 120_000,
    ...more,
  })

const { signal } = new AbortController()
const task = (act: PoolTask['act'], ...bytes: number[]): PoolTask => ({ act, bytes: new Uint8Array(bytes) })

it('one child stays ready, at a low priority, and returns bytes unchanged', async () => {
  const pool = newPool()
  const first = await pool.run(task('echo', 1, 2, 3), { signal })
  const second = await pool.run(task('echo', ...new Uint8Array(100_000)), { signal })
  expect(first).toEqual({ pid: second.pid, niceness: 10, bytes: new Uint8Array([1, 2, 3]) })
  expect(first.pid).not.toBe(process.pid)
  expect(second.bytes).toHaveLength(100_000)
})

it('a warm child that was killed is replaced', async () => {
  const pool = newPool()
  const { pid } = await pool.run(task('echo'), { signal })
  process.kill(pid, 'SIGSEGV')
  expect((await pool.run(task('echo'), { signal })).pid).not.toBe(pid)
})

it.each(['SIGKILL', 'SIGSEGV', 'SIGTRAP'] as const)(
  'a task whose child died by %s is tried once more, and then no more',
  async (by) => {
    const pool = newPool()
    const killed = new Set<number>()
    const deaths: number[] = []
    const onProgress = (pid: number) => {
      if (!killed.has(pid)) process.kill(pid, by)
      killed.add(pid)
    }
    const onDeath = async (count: number) => void deaths.push(count)
    await expect(pool.run(task('wait'), { signal, onProgress, onDeath })).rejects.toMatchObject({
      reason: 'died',
    })
    expect([killed.size, deaths]).toEqual([2, [1, 2]])
    expect(await pool.run(task('echo', 7), { signal })).toMatchObject({ bytes: new Uint8Array([7]) })
  },
)

it('counts the children that died over a task before, in whatever process', async () => {
  const pool = newPool()
  const killed: number[] = []
  const onProgress = (pid: number) => {
    if (!killed.includes(pid)) process.kill(pid, 'SIGKILL')
    killed.push(pid)
  }
  const once = pool.run(task('wait'), { signal, onProgress, deaths: 1 })
  await expect(once).rejects.toMatchObject({ reason: 'died' })
  expect(new Set(killed).size).toBe(1)
  await expect(pool.run(task('echo'), { signal, deaths: 2 })).rejects.toMatchObject({ reason: 'died' })
})

it('an error of the task is passed on, and not tried again', async () => {
  await expect(newPool().run(task('throw'), { signal })).rejects.toThrow('as told')
})

it('a task ends with its signal, and its child too', async () => {
  const pids = new Set<number>()
  const giveUp = new AbortController()
  const onProgress = (pid: number) => {
    pids.add(pid)
    giveUp.abort(new Error('given up'))
  }
  await expect(newPool().run(task('wait'), { signal: giveUp.signal, onProgress })).rejects.toThrow('given up')
  expect(pids.size).toBe(1)
  await expect.poll(() => [...pids].some(isAlive)).toBe(false)
})

it('a task ends with its time', async () => {
  const pool = newPool({ timeLimitMillis: 300 })
  await expect(pool.run(task('wait'), { signal })).rejects.toMatchObject({ reason: 'too_slow' })
})

it('runs as many at once as it may; one that waits can be given up', async () => {
  const pool = newPool({ most: 2 })
  const [holding, waiting] = [new AbortController(), new AbortController()]
  const held = Array.from({ length: 2 }, () => pool.run(task('wait'), { signal: holding.signal }))
  const given = pool.run(task('echo'), { signal: waiting.signal })
  const next = pool.run(task('echo', 5), { signal })
  waiting.abort(new Error('not any more'))
  await expect(given).rejects.toThrow('not any more')
  holding.abort(new Error('enough'))
  expect(await Promise.allSettled(held)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await next).toMatchObject({ bytes: new Uint8Array([5]) })
})

it('a child at work ends when its parent is killed', async () => {
  const parent = fork(fileURLToPath(new URL('./testing/pool-parent.mjs', import.meta.url)))
  const [pid] = await once(parent, 'message')
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})
