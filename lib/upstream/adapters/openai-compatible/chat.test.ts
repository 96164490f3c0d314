import { zstdCompressSync } from 'node:zlib'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { COMPLETION } from '@/lib/upstream/testing/chat-stream'
import { API_KEY, refusedOrigin, unknownOrigin } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleChat, withoutCacheMarks } from './chat'
import type { OpenAiCompatibleSettings } from './transport'

const upstream = await openUpstream()

describe('complete', () => {
  beforeEach(() => upstream.answer(answerWith.json(200, COMPLETION)))

  const request = { model: 'large', messages: [{ role: 'user', content: 'Hi' }], stream: false }

  function complete(settings: Partial<OpenAiCompatibleSettings> = {}, fields: Record<string, unknown> = {}) {
    const chat = createOpenAiCompatibleChat({ baseUrl: upstream.baseUrl, apiKey: API_KEY, ...settings })
    return chat.complete({ request: { ...request, ...fields }, signal: new AbortController().signal })
  }

  describe('the request', () => {
    test('is the given one, posted under the whole base path', async () => {
      await complete({ baseUrl: `${upstream.origin}/api/paas/v4/` }, { vendor_field: [1] })
      const [seen] = upstream.requests
      expect(seen?.method).toBe('POST')
      expect(seen?.path).toBe('/api/paas/v4/chat/completions')
      expect(JSON.parse(seen?.body ?? '')).toEqual({ ...request, vendor_field: [1] })
    })

    test('is sent to the bare root if the base has no prefix', async () => {
      await complete({ baseUrl: upstream.origin })
      expect(upstream.requests[0]?.path).toBe('/chat/completions')
    })

    test('carries the key and asks for plain bytes', async () => {
      await complete({ apiKey: `${API_KEY}\n` })
      expect(upstream.requests[0]?.headers).toMatchObject({
        authorization: `Bearer ${API_KEY}`,
        'content-type': 'application/json',
        'accept-encoding': 'identity',
      })
    })

    test('carries no authorization without a key', async () => {
      await complete({ apiKey: null })
      expect(upstream.requests[0]?.headers.authorization).toBeUndefined()
    })

    test('carries the headers of the settings, over ours', async () => {
      await complete({ headers: { Authorization: 'Token x', 'X-Org': 'acme' } })
      expect(upstream.requests[0]?.headers).toMatchObject({ authorization: 'Token x', 'x-org': 'acme' })
    })

    test('reuses its connections', async () => {
      for (let call = 0; call < 20; call += 1) await complete()
      // A connection rests for a turn of the event loop, so a call right after it opens a second one.
      expect(upstream.openSockets()).toBeLessThanOrEqual(2)
    })
  })

  describe('the answer', () => {
    test('is returned byte for byte', async () => {
      const body = `{ "vendor": "héllo",\n "choices": [] }`
      upstream.answer(answerWith.text(200, 'application/json; charset=utf-8', body))
      expect((await complete()).toString()).toBe(body)
    })

    test('may be packed', async () => {
      upstream.answer(answerWith.packed('application/json', JSON.stringify(COMPLETION)))
      expect(JSON.parse((await complete()).toString())).toEqual(COMPLETION)
    })

    // SillyTavern/SillyTavern#6007
    test('may be packed by zstd', async () => {
      upstream.answer((res) => {
        res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'zstd' })
        res.end(zstdCompressSync(JSON.stringify(COMPLETION)))
      })
      expect(JSON.parse((await complete()).toString())).toEqual(COMPLETION)
    })

    test('is a failure when it is packed and grows beyond the cap', async () => {
      const large = JSON.stringify({ choices: [], padding: 'x'.repeat(1_000_000) })
      upstream.answer(answerWith.packed('application/json', large))
      await expect(complete({ maxAnswerBytes: 100_000 })).rejects.toMatchObject({ fault: 'failed' })
    })

    test('is a failure if its content encoding is wrong', async () => {
      upstream.answer(answerWith.json(200, COMPLETION, { 'content-encoding': 'gzip' }))
      await expect(complete()).rejects.toMatchObject({ fault: 'failed' })
    })

    test('may name no content type', async () => {
      upstream.answer(answerWith.noContentType(200, JSON.stringify(COMPLETION)))
      expect(JSON.parse((await complete()).toString())).toEqual(COMPLETION)
    })

    test('may be large', async () => {
      const content = 'x'.repeat(5_000_000)
      upstream.answer(answerWith.json(200, { choices: [{ message: { content } }] }))
      expect((await complete()).length).toBeGreaterThan(5_000_000)
    })

    test('may follow an informational one', async () => {
      upstream.answer(answerWith.earlyHints(answerWith.json(200, COMPLETION)))
      expect(JSON.parse((await complete()).toString())).toEqual(COMPLETION)
    })

    test('is a failure beyond the cap', async () => {
      upstream.answer(answerWith.json(200, { choices: [], padding: 'x'.repeat(2000) }))
      await expect(complete({ maxAnswerBytes: 1000 })).rejects.toMatchObject({ fault: 'failed' })
    })

    test.each([
      ['HTML', answerWith.text(200, 'text/html', '<html>"choices"</html>')],
      ['HTML without a content type', answerWith.noContentType(200, '<html></html>')],
      ['another 2xx', answerWith.json(202, COMPLETION)],
      ['a redirect', answerWith.json(307, {}, { location: 'http://127.0.0.1:1/' })],
      ['JSON that is no completion', answerWith.json(200, { status: 'ok' })],
      ['no JSON at all', answerWith.text(200, 'application/json', 'oops')],
      ['an empty body', answerWith.text(200, 'application/json', '')],
      ['no HTTP', answerWith.noise()],
      ['a body shorter than announced', answerWith.shortBody()],
      ['a chunk cut in the middle', answerWith.cutInsideChunk('application/json')],
      ['a reset', answerWith.reset()],
      ['a hang-up without a word', answerWith.hangUp()],
    ])('is a failure when it is %s', async (_, answer) => {
      upstream.answer(answer)
      await expect(complete()).rejects.toMatchObject({ fault: 'failed', hasPublicMessage: false })
    })

    test('is a timeout if no headers arrive', async () => {
      upstream.answer(answerWith.silence())
      await expect(complete({ answerTimeoutMs: 30 })).rejects.toMatchObject({ fault: 'timeout' })
    })

    test('is a timeout when its body stalls', async () => {
      upstream.answer(answerWith.bodyThenSilence(200, '{"choices":'))
      await expect(complete({ idleTimeoutMs: 30 })).rejects.toMatchObject({ fault: 'timeout' })
    })

    test('is a timeout if only blanks arrive, before or within it', async () => {
      const blanks = Array(200).fill(' \n')
      upstream.answer(answerWith.slowly('application/json', ...blanks))
      await expect(complete({ answerTimeoutMs: 200 })).rejects.toMatchObject({ fault: 'timeout' })
      upstream.answer(answerWith.slowly('application/json', '{"choices":', ...blanks))
      await expect(complete({ idleTimeoutMs: 200 })).rejects.toMatchObject({ fault: 'timeout' })
    })

    test('is a timeout when the body of an error stalls', async () => {
      upstream.answer(answerWith.bodyThenSilence(400, '{"error":'))
      await expect(complete({ answerTimeoutMs: 30 })).rejects.toMatchObject({ fault: 'timeout' })
    })

    test('leaves no connection behind after a timeout', async () => {
      upstream.answer(answerWith.silence())
      const seen = upstream.nextRequest()
      // Its time does not pass before the request is there.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
      const call = expect(complete({ answerTimeoutMs: 30 })).rejects.toThrow()
      const { closed } = await seen
      vi.advanceTimersByTime(30)
      vi.useRealTimers()
      await call
      await closed
    })
  })

  describe('no connection', () => {
    test('refused', async () => {
      const baseUrl = await refusedOrigin()
      await expect(complete({ baseUrl })).rejects.toMatchObject({
        fault: 'unreachable',
        hasPublicMessage: false,
      })
    })

    test('an unknown host', async () => {
      await expect(complete({ baseUrl: `${unknownOrigin}/v1` })).rejects.toMatchObject({
        fault: 'unreachable',
      })
    })

    test('no TLS where TLS is expected', async () => {
      const baseUrl = upstream.baseUrl.replace('http:', 'https:')
      await expect(complete({ baseUrl })).rejects.toMatchObject({ fault: 'unreachable' })
    })
  })

  describe('web search', () => {
    test('is refused by an upstream without it, unseen by the upstream', async () => {
      const call = complete({}, { web_search: true })
      await expect(call).rejects.toMatchObject({ fault: 'unsupported', param: 'web_search' })
      expect(upstream.requests).toHaveLength(0)
    })

    test('is sent in the format of the upstream', async () => {
      await complete({ webSearch: 'web_search_options' }, { web_search: true })
      expect(JSON.parse(upstream.requests[0]?.body ?? '')).toEqual({ ...request, web_search_options: {} })
    })
  })
})

const mark = { cache_control: { type: 'ephemeral' } }

it('a request without marks is the same one', () => {
  const request = { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }] }
  expect(withoutCacheMarks(request)).toBe(request)
})

it('cache markers are removed everywhere, and text parts are joined again', () => {
  const picture = { type: 'image_url', image_url: { url: 'https://pictures.example/a.png' } }
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const tool = { type: 'function', function: { name: 'f' } }
  const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more })
  const request = {
    model: 'm',
    ...mark,
    tools: [{ ...tool, ...mark }, tool],
    messages: [
      { role: 'system', content: [text('Be'), text('brief', mark)] },
      { role: 'user', content: [text('Look'), { ...picture, ...mark }] },
      { role: 'user', content: [text('not'), text('marked')] },
      { role: 'assistant', content: null, tool_calls: [{ ...call, ...mark }] },
      { role: 'tool', tool_call_id: 'c', content: [text('7', mark)] },
      'nonsense',
    ],
  }
  expect(withoutCacheMarks(request)).toEqual({
    model: 'm',
    tools: [tool, tool],
    messages: [
      { role: 'system', content: 'Be\n\nbrief' },
      { role: 'user', content: [text('Look'), picture] },
      { role: 'user', content: [text('not'), text('marked')] },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: '7' },
      'nonsense',
    ],
  })
})
