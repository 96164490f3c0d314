import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChatByteStream } from '@/lib/upstream/contract/chat-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { COMPLETION, chunkEvent, DONE_EVENT } from '@/lib/upstream/testing/completions'
import { gatherStream } from '@/lib/upstream/testing/gather-stream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleChat } from './create-chat'

const upstream = await openUpstream()
let caller: AbortController
afterEach(() => {
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0)
})

function call(way: 'complete' | 'stream', settings: { firstByteTimeoutMs?: number } = {}) {
  caller = new AbortController()
  const chat = createOpenAiCompatibleChat({ baseUrl: upstream.baseUrl, apiKey: null, ...settings })
  return { chat, input: { request: { model: 'large', stream: way === 'stream' }, signal: caller.signal } }
}

function complete() {
  const { chat, input } = call('complete')
  return chat.complete(input)
}

function open() {
  const { chat, input } = call('stream')
  return chat.stream(input)
}

const reason = new Error('the client hung up')

describe('an abort', () => {
  test('before the call sends nothing', async () => {
    const { chat, input } = call('complete')
    const seen = upstream.requests.length
    caller.abort(reason)
    await expect(chat.complete(input)).rejects.toBe(reason)
    expect(upstream.requests).toHaveLength(seen)
  })

  test('while the connection is made sends nothing, and the next call is served', async () => {
    upstream.answer(answerWith.json(200, COMPLETION))
    const seen = upstream.requests.length
    const aborted = complete()
    caller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    await complete()
    expect(upstream.requests).toHaveLength(seen + 1)
  })

  test('among other calls, before the turn ends at which it would be sent, sends nothing', async () => {
    upstream.answer(answerWith.eventsThenSilence(chunkEvent('one')))
    const other = await open()
    const seen = upstream.requests.length
    upstream.answer(answerWith.json(200, COMPLETION))
    const aborted = complete()
    caller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    await complete()
    expect(upstream.requests).toHaveLength(seen + 1)
    other.abort()
  })

  test.each(['complete', 'stream'] as const)('before the head of %s stops the upstream', async (way) => {
    upstream.answer(answerWith.silence())
    const request = upstream.nextRequest()
    const answer = way === 'complete' ? complete() : open()
    const { closed } = await request
    caller.abort(reason)
    await expect(answer).rejects.toBe(reason)
    await closed
  })

  test('inside a whole answer stops the upstream', async () => {
    upstream.answer((res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.write('{"choices":', () => caller.abort(reason))
    })
    const request = upstream.nextRequest()
    await expect(complete()).rejects.toBe(reason)
    await (await request).closed
  })

  test('of a stream that is handed out stops the upstream and silences it', async () => {
    upstream.answer(answerWith.eventsThenSilence(chunkEvent('one')))
    const request = upstream.nextRequest()
    const stream = await open()
    const said: string[] = []
    stream.start({
      onChunk: () => said.push('chunk') > 0,
      onEnd: () => said.push('end'),
      onError: () => said.push('error'),
    })
    caller.abort(reason)
    await (await request).closed
    expect(said).toEqual(['chunk'])
  })

  test('by the reader does the same, before the start too', async () => {
    upstream.answer(answerWith.eventsThenSilence(chunkEvent('one')))
    const request = upstream.nextRequest()
    const stream = await open()
    stream.abort()
    stream.start({ onChunk: fail, onEnd: fail, onError: fail })
    await (await request).closed
  })

  test('from inside a chunk is the last thing that is heard', async () => {
    upstream.answer(answerWith.events(chunkEvent('one'), chunkEvent('two'), DONE_EVENT))
    const request = upstream.nextRequest()
    const stream = await open()
    let chunks = 0
    stream.start({
      onChunk: () => {
        chunks += 1
        stream.abort()
        return true
      },
      onEnd: fail,
      onError: fail,
    })
    await (await request).closed
    expect(chunks).toBe(1)
  })

  test('after the end changes nothing', async () => {
    upstream.answer(answerWith.events(DONE_EVENT))
    const stream = await open()
    await gatherStream(stream)
    stream.abort()
    caller.abort(reason)
    expect(upstream.openSockets()).toBeGreaterThan(0)
  })
})

describe('a slow reader', () => {
  const pieces = Array.from({ length: 64 }, (_, index) => Buffer.alloc(256 * 1024, 0x40 + index))

  test('holds the upstream back, and gets everything in order', async () => {
    let sent = 0
    upstream.answer((res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const piece of pieces) res.write(piece, () => (sent += 1))
      res.end()
    })
    const bytes = await readWithPauses(await open(), () => expect(sent).toBeLessThan(pieces.length))
    expect(bytes.equals(Buffer.concat(pieces))).toBe(true)
  })

  test('hears of a broken connection only after what came before', async () => {
    upstream.answer(answerWith.eventsThenReset(chunkEvent('one')))
    const request = upstream.nextRequest()
    const stream = await open()
    await (await request).closed
    const { bytes, error } = await gatherStream(stream)
    expect(bytes.toString()).toBe(chunkEvent('one'))
    expect(error).toMatchObject({ fault: 'failed' })
  })
})

function fail(): never {
  throw new Error('nothing may be delivered after an abort')
}

/** Takes one chunk at a time, with a turn of the event loop between them; `atFirstPause` runs while the upstream is held. */
function readWithPauses(stream: ChatByteStream, atFirstPause: () => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    stream.start({
      onChunk: (bytes) => {
        if (chunks.push(bytes) === 1) atFirstPause()
        setImmediate(() => stream.resume())
        return false
      },
      onEnd: () => resolve(Buffer.concat(chunks)),
      onError: reject,
    })
  })
}
