import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ChatByteStream } from '@/lib/upstream/contract/chat-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { COMPLETION, chunkEvent, DONE_EVENT, gatherStream } from '@/lib/upstream/testing/chat-stream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleChat } from './chat'
import type { OpenAiCompatibleSettings } from './transport'

const upstream = await openUpstream()

const request = { model: 'large', stream: true, stream_options: { include_usage: true } }

function open(settings: Partial<OpenAiCompatibleSettings> = {}) {
  const chat = createOpenAiCompatibleChat({ baseUrl: upstream.baseUrl, apiKey: null, ...settings })
  return chat.stream({ request, signal: new AbortController().signal })
}

const textOf = async () => (await gatherStream(await open())).bytes.toString()

/** What keeps a connection open and says nothing. */
const emptyPieces: [string, string][] = [
  ['comments', ': keep-alive\n\n'],
  ['half comments', ':'],
  ['blanks', '   '],
  ['empty lines', '\r\n\r\n'],
]

describe('a stream', () => {
  test('asks for events', async () => {
    upstream.answer(answerWith.events(DONE_EVENT))
    const seen = upstream.nextRequest()
    await gatherStream(await open())
    expect((await seen).headers.accept).toBe('text/event-stream')
    expect(JSON.parse((await seen).body)).toMatchObject(request)
  })

  test('passes unchanged', async () => {
    const events = [chunkEvent('Hel'), chunkEvent('lo'), DONE_EVENT]
    upstream.answer(answerWith.events(...events))
    expect(await gatherStream(await open())).toMatchObject({
      error: null,
      bytes: Buffer.from(events.join('')),
    })
  })

  test('is not repaired: malformed events, comments and a missing [DONE] pass', async () => {
    const events = ['data: {"broken\n', ': keep-alive\n\n', '\r\n\r\nnonsense', chunkEvent('x')]
    upstream.answer(answerWith.events(...events))
    expect(await textOf()).toBe(events.join(''))
  })

  test('may be packed', async () => {
    const events = [chunkEvent('Hél'), chunkEvent('lo'), DONE_EVENT]
    upstream.answer(answerWith.packed('text/event-stream', ...events))
    expect(await textOf()).toBe(events.join(''))
  })

  test('may name no content type', async () => {
    upstream.answer(answerWith.noContentType(200, chunkEvent('Hi') + DONE_EVENT))
    expect(await textOf()).toBe(chunkEvent('Hi') + DONE_EVENT)
  })

  test('may be cut inside a character', async () => {
    const event = Buffer.from(chunkEvent('héllo 🌍'))
    const cut = event.indexOf(0xf0) + 2
    upstream.answer(answerWith.events(event.subarray(0, cut), event.subarray(cut)))
    expect((await gatherStream(await open())).bytes).toEqual(event)
  })

  test('holds its first bytes until it is started, also if it has already ended', async () => {
    upstream.answer(answerWith.events(chunkEvent('kept'), DONE_EVENT))
    const seen = upstream.nextRequest()
    const stream = await open()
    await (await seen).closed
    expect((await gatherStream(stream)).bytes.toString()).toBe(chunkEvent('kept') + DONE_EVENT)
  })

  test('breaks with an error after what came before, when the connection is lost', async () => {
    upstream.answer(answerWith.eventsThenReset(chunkEvent('one'), chunkEvent('two')))
    expect((await gatherStream(await open())).error).toMatchObject({ fault: 'failed' })
  })

  test('is a failure when it ends inside an HTTP chunk, before its first event', async () => {
    upstream.answer(answerWith.cutInsideChunk('text/event-stream'))
    await expect(open()).rejects.toMatchObject({ fault: 'failed' })
  })

  test.each([
    'application/json',
    'text/plain; charset=utf-8',
    'application/octet-stream',
    'application/x-ndjson',
  ])('may be called %s', async (type) => {
    const events = chunkEvent('Hi') + DONE_EVENT
    upstream.answer(answerWith.slowly(type, ': wait\n', '\nda', events.slice(2)))
    expect(await textOf()).toBe(`: wait\n\n${events}`)
  })

  test('is made from a whole answer, and from chunks that are one per line', async () => {
    upstream.answer(answerWith.text(200, 'text/event-stream', JSON.stringify(COMPLETION, null, 2)))
    expect(await textOf()).toBe(`data: ${JSON.stringify(COMPLETION)}\n\n${DONE_EVENT}`)
    upstream.answer(answerWith.text(200, 'application/x-ndjson', '{"choices":[1]}\n{"choices":[2]}\n'))
    expect(await textOf()).toBe('data: {"choices":[1]}\n\ndata: {"choices":[2]}\n\n')
  })

  test('breaks with a timeout when it falls silent, and only then: not when the wait for its first byte is over', async () => {
    upstream.answer(answerWith.eventsThenSilence(chunkEvent('one')))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const gathering = gatherStream(await open({ firstByteTimeoutMs: 200, idleTimeoutMs: 400 }))
    const ended = vi.fn()
    void gathering.then(ended)
    await vi.advanceTimersByTimeAsync(399)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    expect(await gathering).toMatchObject({
      bytes: Buffer.from(chunkEvent('one')),
      error: { fault: 'timeout' },
    })
  })

  test.each(emptyPieces)('fails with a timeout if only %s arrives', async (_, part) => {
    upstream.answer(answerWith.slowly('text/event-stream', chunkEvent('one'), ...Array(200).fill(part)))
    expect(await gatherStream(await open({ idleTimeoutMs: 200 }))).toMatchObject({
      error: { fault: 'timeout' },
    })
  })
})

describe('before the first byte', () => {
  test.each(emptyPieces)('%s are no first byte', async (_, part) => {
    upstream.answer(answerWith.slowly('text/event-stream', ...Array(200).fill(part)))
    await expect(open({ firstByteTimeoutMs: 200 })).rejects.toMatchObject({ fault: 'timeout' })
  })

  test.each(emptyPieces)('megabytes of %s are cut before the deadline', async (_, piece) => {
    upstream.answer(answerWith.endlessly('text/event-stream', piece, piece.repeat(1000)))
    await expect(open()).rejects.toMatchObject({ fault: 'failed' })
  })

  test.each([
    ['JSON that is no answer', answerWith.json(200, { status: 'ok' })],
    ['HTML', answerWith.text(200, 'text/html', '<html></html>')],
    ['a stream without a byte', answerWith.events()],
    ['a reset', answerWith.reset()],
  ])('%s is a failure', async (_, answer) => {
    upstream.answer(answer)
    await expect(open()).rejects.toMatchObject({ fault: 'failed' })
  })

  test.each([
    ['no head', answerWith.silence()],
    ['a head without a body', answerWith.eventsThenSilence()],
  ])('%s is a timeout', async (_, answer) => {
    upstream.answer(answer)
    await expect(open({ firstByteTimeoutMs: 30 })).rejects.toMatchObject({ fault: 'timeout' })
  })

  test.each([
    ['data: {"error":{"message":"Bad seed.","code":400}}\n\n', 'rejected'],
    [
      'event: error\ndata: { "error": {"message":"Wait.","code":"rate_limit_exceeded"}}\n\ndata: [DONE]\n\n',
      'rate_limited',
    ],
    ['data: {"error":{"message":"Engine died."}}\n\n', 'failed'],
    ['data: {"object":"error","message":"Too long.","code":400}\n\n', 'rejected'],
    ['data: {"choices":[],"error":{"message":"Wait.","code":429}}\n\n', 'rate_limited'],
    ['event: error\ndata: {"message":"Bad seed.","code":400}\n\n', 'rejected'],
    ['{"error":{"message":"Wait.","code":429}}', 'rate_limited'],
  ])('an error as the first event is a refusal: %j', async (event, fault) => {
    upstream.answer(answerWith.events(event))
    await expect(open()).rejects.toMatchObject({ fault })
  })

  test('an error as a later event belongs to the stream', async () => {
    const events = [chunkEvent('x'), 'data: {"error":{"message":"Engine died."}}\n\n']
    upstream.answer(answerWith.events(...events))
    expect(await textOf()).toBe(events.join(''))
  })
})

describe('flow', () => {
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

    async function abortUnsent() {
      upstream.answer(answerWith.json(200, COMPLETION))
      const seen = upstream.requests.length
      const aborted = complete()
      caller.abort(reason)
      await expect(aborted).rejects.toBe(reason)
      await complete()
      expect(upstream.requests).toHaveLength(seen + 1)
    }

    test('while connecting sends nothing, and the next call is served', abortUnsent)

    test('among other calls, before the turn ends at which it would be sent, sends nothing', async () => {
      upstream.answer(answerWith.eventsThenSilence(chunkEvent('one')))
      const other = await open()
      await abortUnsent()
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
      upstream.answer((res) => res.writeHead(200).write('{"choices":', () => caller.abort(reason)))
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
    const parts = Array.from({ length: 64 }, (_, index) => Buffer.alloc(256 * 1024, 0x40 + index))
    parts.unshift(Buffer.from(chunkEvent('one')))

    test('slows the upstream down, and receives everything in order', async () => {
      let sent = 0
      upstream.answer((res) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const part of parts) res.write(part, () => (sent += 1))
        res.end()
      })
      const bytes = await readWithPauses(await open(), () => expect(sent).toBeLessThan(parts.length))
      expect(bytes.equals(Buffer.concat(parts))).toBe(true)
    })

    test('learns of a broken connection only after the bytes before it', async () => {
      upstream.answer(answerWith.eventsThenReset(chunkEvent('one')))
      const request = upstream.nextRequest()
      const stream = await open()
      await (await request).closed
      const whole = { bytes: Buffer.from(chunkEvent('one')), error: { fault: 'failed' } }
      expect(await gatherStream(stream)).toMatchObject(whole)
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
})
