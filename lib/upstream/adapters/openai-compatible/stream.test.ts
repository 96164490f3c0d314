import { describe, expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { COMPLETION, chunkEvent, DONE_EVENT } from '@/lib/upstream/testing/completions'
import { gatherStream } from '@/lib/upstream/testing/gather-stream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleChat } from './create-chat'
import type { OpenAiCompatibleSettings } from './settings'

const upstream = await openUpstream()

function open(settings: Partial<OpenAiCompatibleSettings> = {}) {
  const chat = createOpenAiCompatibleChat({ baseUrl: upstream.baseUrl, apiKey: null, ...settings })
  const request = { model: 'large', stream: true, stream_options: { include_usage: true } }
  return chat.stream({ request, signal: new AbortController().signal })
}

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
    expect(JSON.parse((await seen).body)).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  test('comes through unchanged', async () => {
    const events = [chunkEvent('Hel'), chunkEvent('lo'), DONE_EVENT]
    upstream.answer(answerWith.events(...events))
    const { bytes, error } = await gatherStream(await open())
    expect(error).toBeNull()
    expect(bytes.toString()).toBe(events.join(''))
  })

  test('is not mended: malformed events, comments and a missing [DONE] come through', async () => {
    const events = ['data: {"broken\n', ': keep-alive\n\n', '\r\n\r\nnonsense', chunkEvent('x')]
    upstream.answer(answerWith.events(...events))
    expect((await gatherStream(await open())).bytes.toString()).toBe(events.join(''))
  })

  test('may be packed', async () => {
    const events = [chunkEvent('Hél'), chunkEvent('lo'), DONE_EVENT]
    upstream.answer(answerWith.packed('text/event-stream', ...events))
    expect((await gatherStream(await open())).bytes.toString()).toBe(events.join(''))
  })

  test('may name no content type', async () => {
    upstream.answer(answerWith.noContentType(200, chunkEvent('Hi') + DONE_EVENT))
    expect((await gatherStream(await open())).bytes.toString()).toBe(chunkEvent('Hi') + DONE_EVENT)
  })

  test('may be cut inside a character', async () => {
    const event = Buffer.from(chunkEvent('héllo 🌍'))
    const cut = event.indexOf(0xf0) + 2
    upstream.answer(answerWith.events(event.subarray(0, cut), event.subarray(cut)))
    expect((await gatherStream(await open())).bytes).toEqual(event)
  })

  test('keeps its first bytes until it is started, also when it has already ended', async () => {
    upstream.answer(answerWith.events(chunkEvent('kept'), DONE_EVENT))
    const seen = upstream.nextRequest()
    const stream = await open()
    await (await seen).closed
    expect((await gatherStream(stream)).bytes.toString()).toBe(chunkEvent('kept') + DONE_EVENT)
  })

  test('breaks with an error after what came before, when the connection is lost', async () => {
    upstream.answer(answerWith.eventsThenReset(chunkEvent('one'), chunkEvent('two')))
    const { error } = await gatherStream(await open())
    expect(error).toMatchObject({ fault: 'failed' })
  })

  test('breaks when it ends inside an HTTP chunk', async () => {
    upstream.answer(answerWith.cutInsideChunk('text/event-stream'))
    const { bytes, error } = await gatherStream(await open())
    expect(bytes.toString()).toBe('data')
    expect(error).toMatchObject({ fault: 'failed' })
  })

  test('breaks with a timeout when it falls silent, and only then: not when the wait for its first byte is over', async () => {
    upstream.answer(answerWith.eventsThenSilence(chunkEvent('one')))
    const { bytes, error } = await gatherStream(await open({ firstByteTimeoutMs: 200, idleTimeoutMs: 400 }))
    expect(bytes.toString()).toBe(chunkEvent('one'))
    expect(error).toMatchObject({ fault: 'timeout' })
  })

  test.each(emptyPieces)('breaks with a timeout when nothing but %s comes', async (_, piece) => {
    upstream.answer(answerWith.slowly('text/event-stream', chunkEvent('one'), ...Array(200).fill(piece)))
    const { error } = await gatherStream(await open({ idleTimeoutMs: 200 }))
    expect(error).toMatchObject({ fault: 'timeout' })
  })
})

describe('before the first byte', () => {
  test.each(emptyPieces)('%s are no first byte', async (_, piece) => {
    upstream.answer(answerWith.slowly('text/event-stream', ...Array(200).fill(piece)))
    await expect(open({ firstByteTimeoutMs: 200 })).rejects.toMatchObject({ fault: 'timeout' })
  })

  test.each(emptyPieces)('megabytes of %s are cut before the deadline', async (_, piece) => {
    upstream.answer(answerWith.endlessly('text/event-stream', piece, piece.repeat(1000)))
    await expect(open()).rejects.toMatchObject({ fault: 'failed' })
  })

  test.each([
    ['a complete answer', answerWith.json(200, COMPLETION)],
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
  ])('an error as the first event is a refusal: %j', async (event, fault) => {
    upstream.answer(answerWith.events(event))
    await expect(open()).rejects.toMatchObject({ fault })
  })

  test('an error as a later event belongs to the stream', async () => {
    const events = [chunkEvent('x'), 'data: {"error":{"message":"Engine died."}}\n\n']
    upstream.answer(answerWith.events(...events))
    expect((await gatherStream(await open())).bytes.toString()).toBe(events.join(''))
  })
})
