import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, it, vi } from 'vitest'
import { filmOrder } from '../testing/film-order'
import { startPlainThread } from '../testing/start-plain-thread'
import { renderInThread } from './render-in-thread'

/** A thread, an encoder and a busy machine. */
const SLOW = 240_000

it.each([
  ['given up', { seconds: 12, resolution: '1080p' }, 'given up'],
  ['made', { seconds: 1, resolution: '480p' }, 'made'],
] as const)(
  'the thread of a film that is %s ends by itself, and at once',
  async (_, order, end) => {
    const threads: Worker[] = []
    const giveUp = new AbortController()
    const render = renderInThread((data) => {
      const thread = startPlainThread(data)
      vi.spyOn(thread, 'terminate')
      threads.push(thread)
      return thread
    })
    const onProgress = () => end === 'given up' && giveUp.abort(new Error(end))
    const job = { order: filmOrder(order), media: [] }
    const outcome = await render(job, { signal: giveUp.signal, onProgress }).then(
      () => 'made',
      (error: Error) => error.message,
    )
    const [thread] = threads
    if (thread === undefined) throw new Error('no thread')
    expect([outcome, await once(thread, 'exit')]).toEqual([end, [0]])
    expect(thread.terminate).not.toHaveBeenCalled()
  },
  SLOW,
)
