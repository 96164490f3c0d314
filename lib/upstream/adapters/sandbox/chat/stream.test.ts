import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatByteStream } from '@/lib/upstream/contract/chat-model'
import { askSandbox } from '../testing/ask-sandbox'
import { createSandboxChat } from './chat'

const chat = createSandboxChat()
let caller: AbortController
beforeEach(() => {
  caller = new AbortController()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('an abort', () => {
  const reason = new Error('the client hung up')

  it.each(['[[hang]]', '[[delay:60s]]'])('ends %s at once', async (prompt) => {
    vi.useFakeTimers()
    const answers = [
      chat.complete(askSandbox.call(prompt, {}, caller.signal)),
      chat.stream(askSandbox.call(prompt, {}, caller.signal)),
    ]
    const failures = Promise.allSettled(answers)
    await vi.advanceTimersByTimeAsync(10)
    caller.abort(reason)
    expect(await failures).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('before the call is made rejects it', async () => {
    caller.abort(reason)
    await expect(chat.complete(askSandbox.call('hi', {}, caller.signal))).rejects.toBe(reason)
    await expect(chat.stream(askSandbox.call('hi', {}, caller.signal))).rejects.toBe(reason)
  })

  it.each<[string, (stream: ChatByteStream) => void]>([
    ['by the signal', () => caller.abort(reason)],
    ['by the reader', (stream) => stream.abort()],
  ])('%s silences a running stream and stops its timer', async (_, abort) => {
    vi.useFakeTimers()
    const stream = await askSandbox.open('[[chunk-delay:20ms]] [[tokens:50]]', {}, caller.signal)
    const heard = vi.fn(() => true)
    stream.start({ onChunk: heard, onEnd: heard, onError: heard })
    await vi.advanceTimersByTimeAsync(45)
    const before = heard.mock.calls.length
    expect(before).toBeGreaterThan(1)
    abort(stream)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(heard).toHaveBeenCalledTimes(before)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a slow reader', () => {
  it('is waited for, and misses nothing', async () => {
    const stream = await askSandbox.open('[[tokens:300]]')
    const parts: Buffer[] = []
    await new Promise<void>((resolve, reject) => {
      let isPaused = false
      stream.start({
        onChunk: (bytes) => {
          if (isPaused) reject(new Error('not asked to go on'))
          parts.push(bytes)
          isPaused = true
          setImmediate(() => {
            isPaused = false
            stream.resume()
          })
          return false
        },
        onEnd: resolve,
        onError: reject,
      })
    })
    const { chunks, isDone } = askSandbox.parseEvents(Buffer.concat(parts))
    expect(chunks).toHaveLength(303)
    expect(isDone).toBe(true)
    expect(parts.length).toBeGreaterThan(5)
  })
})
