import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStep } from '../conversation/conversation'
import { finishStep } from './answers'
import { type Outcome, runCompletion } from './completion'
import { type Draft, emptyDraft, LiveDrafts } from './draft'

const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] }
const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const usage =
  'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5,"cost":0.0000012,"prompt_tokens_details":{"cached_tokens":1}}}\n\n'

afterEach(() => vi.unstubAllGlobals())

function answerWith(answer: () => Response | Promise<Response>): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(async () => answer())
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const stream = (...parts: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
        controller.close()
      },
    }),
    { headers: { 'x-request-id': 'req_1' } },
  )

async function run(signal = new AbortController().signal): Promise<Outcome & { drafts: Draft[] }> {
  const drafts: Draft[] = []
  const outcome = await runCompletion({ request, signal, onDraft: (draft) => drafts.push(draft) })
  return { ...outcome, drafts }
}

describe('runCompletion', () => {
  it('follows a stream to its end, with usage and cost', async () => {
    const fetch = answerWith(() =>
      stream(
        chunk({ role: 'assistant', content: '' }),
        ': keep-alive\n\n',
        chunk({ content: 'Hel' }),
        chunk({ content: 'lo' }, 'stop'),
        usage,
        'data: [DONE]\n\n',
      ),
    )
    const outcome = await run()
    expect(outcome).toMatchObject({ status: 'done', failure: null })
    expect(outcome.draft).toMatchObject({ content: 'Hello', finishReason: 'stop' })
    expect(outcome.drafts.map((draft) => draft.content)).toEqual(['', 'Hel', 'Hello', 'Hello'])
    expect(outcome.drafts[0]?.firstTokenMs).toBeNull()
    const sent = JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))
    expect(sent).toEqual({ ...request, stream: true, stream_options: { include_usage: true } })
    const step = finishStep(createStep('m', 0), outcome)
    expect(step.metrics).toMatchObject({
      promptTokens: 3,
      completionTokens: 2,
      cachedTokens: 1,
      costUsd: 0.0000012,
    })
  })

  it('assembles tool calls, sent in pieces or whole, and gives those without an ID one', async () => {
    const callDelta = (index: number | undefined, call: object) => chunk({ tool_calls: [{ index, ...call }] })
    answerWith(() =>
      stream(
        callDelta(0, { id: 'a', type: 'function', function: { name: 'f', arguments: '' } }),
        callDelta(0, { function: { arguments: '{"x"' } }),
        callDelta(1, { function: { name: 'g', arguments: '{}' } }),
        callDelta(0, { function: { arguments: ':1}' } }),
        callDelta(undefined, { id: 'z', function: { name: 'h', arguments: '[]' } }),
        chunk({}, 'tool_calls'),
        'data: [DONE]\n\n',
      ),
    )
    const outcome = await run()
    expect(outcome.draft.toolCalls).toEqual([
      { id: 'a', name: 'f', arguments: '{"x":1}' },
      { id: '', name: 'g', arguments: '{}' },
      { id: 'z', name: 'h', arguments: '[]' },
    ])
    expect(finishStep(createStep('m', 0), outcome).toolCalls[1]?.id).toMatch(/^call_/)
  })

  it('separates reasoning from the answer', async () => {
    answerWith(() =>
      stream(
        chunk({ reasoning_content: 'Hm. ' }),
        chunk({ reasoning: 'Yes.' }),
        chunk({ content: 'A' }),
        'data: [DONE]\n\n',
      ),
    )
    expect((await run()).draft).toMatchObject({ reasoning: 'Hm. Yes.', content: 'A' })
  })

  it('treats a close without [DONE] as a broken stream and keeps the text', async () => {
    answerWith(() => stream(chunk({ content: 'Half' }, 'stop')))
    const outcome = await run()
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { code: 'stream_broken', requestId: 'req_1' },
    })
    expect(outcome.draft.content).toBe('Half')
  })

  it('reads an error inside the stream', async () => {
    const error = {
      message: 'Upstream gone.',
      type: 'upstream_error',
      code: 'upstream_error',
      param: null,
      request_id: 'req_9',
    }
    answerWith(() => stream(chunk({ content: 'Half' }), `data: ${JSON.stringify({ error })}\n\n`))
    const outcome = await run()
    expect(outcome.failure).toMatchObject({
      code: 'upstream_error',
      message: 'Upstream gone.',
      requestId: 'req_9',
      status: null,
    })
  })

  it.each(['data: not json\n\n', 'data: {"choices":5}\n\n'])('takes %j for a broken stream', async (text) => {
    answerWith(() => stream(text, 'data: [DONE]\n\n'))
    expect((await run()).failure?.code).toBe('stream_broken')
  })

  it('reads the balance of a 402', async () => {
    const metadata = { limit_source: 'balance', required: '0.010000', available: '0.001000' }
    const error = {
      message: 'No money.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
      param: null,
      request_id: 'req_2',
      metadata,
    }
    answerWith(() => Response.json({ error }, { status: 402 }))
    expect((await run()).failure).toMatchObject({
      status: 402,
      code: 'insufficient_quota',
      required: '0.010000',
      available: '0.001000',
    })
  })

  it('reads when to retry after a 429', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
    answerWith(() =>
      Response.json(
        { error: { message: 'Slow down.', code: 'rate_limit_exceeded' } },
        { status: 429, headers: { 'retry-after': '12' } },
      ),
    )
    expect((await run()).failure).toMatchObject({ status: 429, retryAt: 1_012_000 })
  })

  it('accepts an error that is not JSON', async () => {
    answerWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect((await run()).failure).toMatchObject({ status: 502, code: 'http_502' })
  })

  it('distinguishes a network failure before the first byte from a broken stream after it', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
    expect((await run()).failure?.code).toBe('network_error')
    answerWith(() => {
      const parts = [new TextEncoder().encode(chunk({ content: 'Half' }))]
      const body = new ReadableStream({
        pull(controller) {
          const part = parts.shift()
          if (part) controller.enqueue(part)
          else controller.error(new TypeError('network error'))
        },
      })
      return new Response(body)
    })
    const outcome = await run()
    expect(outcome.failure?.code).toBe('stream_broken')
    expect(outcome.draft.content).toBe('Half')
  })

  it('is stopped by its signal and keeps what has arrived', async () => {
    const controller = new AbortController()
    answerWith(() => {
      const body = new ReadableStream({
        start(source) {
          source.enqueue(new TextEncoder().encode(chunk({ content: 'Half' })))
          controller.signal.addEventListener('abort', () => source.error(controller.signal.reason))
        },
        pull: () => void setTimeout(() => controller.abort()), // once that has been read
      })
      return new Response(body)
    })
    const outcome = await run(controller.signal)
    expect(outcome).toMatchObject({ status: 'stopped', failure: null })
    expect(outcome.draft.content).toBe('Half')
  })
})

describe('LiveDrafts', () => {
  it('wakes the readers of a changed draft once a frame, and no others', () => {
    const frames: (() => void)[] = []
    const drafts = new LiveDrafts((flush) => frames.push(flush))
    const [one, other] = [vi.fn(), vi.fn()]
    drafts.subscribe('1', one)
    const leave = drafts.subscribe('2', other)
    for (let at = 0; at < 50; at++) drafts.write('1', { ...emptyDraft, content: 'x'.repeat(at) })
    expect(one).not.toHaveBeenCalled()
    expect(frames).toHaveLength(1)
    frames.shift()?.()
    expect(one).toHaveBeenCalledTimes(1)
    expect(other).not.toHaveBeenCalled()
    expect(drafts.read('1')?.content).toHaveLength(49)
    leave()
    drafts.write('2', emptyDraft)
    drafts.remove('1')
    frames.shift()?.()
    expect(one).toHaveBeenCalledTimes(2)
    expect(other).not.toHaveBeenCalled()
    expect(drafts.list().map(([id]) => id)).toEqual(['2'])
  })
})
