import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { countTokens } from '@/lib/platform/tokens'
import type { ChatByteStream } from '@/lib/upstream/contract/chat-model'
import { countPromptTokens } from '@/lib/upstream/prompt-tokens'
import { askSandbox, weatherTool } from '../testing'
import { createSandboxChat } from './chat'

const chat = createSandboxChat()

describe('complete', () => {
  it('answers with a whole completion whose tokens are counted', async () => {
    const { choices, usage: counted, model } = await askSandbox.complete('[[say:Four words are here]]')
    expect(model).toBe('sandbox/chat')
    expect(choices).toHaveLength(1)
    expect(choices[0]).toMatchObject({
      index: 0,
      finish_reason: 'stop',
      message: { content: 'Four words are here' },
    })
    expect(counted.completion_tokens).toBe(countTokens('Four words are here'))
    expect(counted.prompt_tokens).toBe(
      countPromptTokens(askSandbox.call('[[say:Four words are here]]').request),
    )
    expect(counted.total_tokens).toBe(counted.prompt_tokens + counted.completion_tokens)
  })

  it('returns as many choices as requested, and counts them all', async () => {
    const { choices, usage: counted } = await askSandbox.complete('Tell me a joke', { n: 3 })
    expect(choices.map((choice) => choice.index)).toEqual([0, 1, 2])
    expect(new Set(choices.map((choice) => choice.message.content)).size).toBe(3)
    expect(counted.completion_tokens).toBe(
      choices.reduce((sum, choice) => sum + countTokens(choice.message.content ?? ''), 0),
    )
  })

  it('stops at max_tokens with finish_reason length', async () => {
    for (const field of ['max_tokens', 'max_completion_tokens']) {
      const { choices, usage: counted } = await askSandbox.complete('Explain tides', { [field]: 7 })
      expect(choices[0]?.finish_reason).toBe('length')
      expect(counted.completion_tokens).toBe(7)
      expect(countTokens(choices[0]?.message.content ?? '')).toBe(7)
    }
  })

  it('stops before a stop sequence', async () => {
    const { choices } = await askSandbox.complete('[[say:1, 2, 3, 4, 5, 6, 7, 8, 9]]', {
      stop: [' 5', '8'],
    })
    expect(choices[0]).toMatchObject({
      finish_reason: 'stop',
      stop_reason: ' 5',
      message: { content: '1, 2, 3, 4,' },
    })
  })

  it('is the same for the same prompt', async () => {
    const [one, two] = [
      await askSandbox.complete('Why is grass green?'),
      await askSandbox.complete('Why is grass green?', { temperature: 0, seed: 3 }),
    ]
    expect(one.choices).toEqual(two.choices)
  })

  it('varies an answer by its seed, unless the temperature is 0', async () => {
    const ask = async (fields: object) =>
      (await askSandbox.complete('Explain tides', { ...fields })).choices[0]?.message.content
    const bySeed = await Promise.all(Array.from({ length: 8 }, (_, seed) => ask({ seed })))
    expect(new Set(bySeed).size).toBeGreaterThan(1)
    expect(await ask({ seed: 5 })).toBe(bySeed[5])
    expect(new Set(await Promise.all([1, 2, 3].map((seed) => ask({ seed, temperature: 0 })))).size).toBe(1)
  })

  it('reports that it does not search', async () => {
    const { choices } = await askSandbox.complete('What is new in Oslo?', { web_search: true })
    expect(choices[0]?.message).toMatchObject({
      annotations: [],
      content: expect.stringContaining('No web search was made'),
    })
  })

  it('refuses what is no request at all', async () => {
    await expect(
      chat.complete({ request: { model: 'chat', messages: [{}] }, signal: new AbortController().signal }),
    ).rejects.toMatchObject({ fault: 'rejected', param: 'messages[0].role' })
  })
})

describe('logprobs', () => {
  const prompt = '[[say:Up 🧑‍🚀!]]'

  it('have an entry for each token, which was certain', async () => {
    const { choices, usage: counted } = await askSandbox.complete(prompt, {
      logprobs: true,
      top_logprobs: 3,
    })
    const entries = choices[0]?.logprobs?.content ?? []
    expect(entries).toHaveLength(counted.completion_tokens)
    expect(Buffer.from(entries.flatMap((entry) => entry.bytes)).toString()).toBe('Up 🧑‍🚀!')
    const up = { token: 'Up', logprob: 0, bytes: [85, 112] }
    expect(entries[0]).toEqual({ ...up, top_logprobs: [up] })
    expect(entries.some((entry) => /^ ?(\\x[89a-f][\da-f])+$/.test(entry.token))).toBe(true)
  })

  it('come with the words of a stream, and only where they are wanted', async () => {
    const whole = await askSandbox.complete(prompt, { logprobs: true })
    const { chunks } = await askSandbox.stream(prompt, { logprobs: true })
    const streamed = chunks.flatMap((item) => item.choices[0]?.logprobs?.content ?? [])
    expect(streamed).toEqual(whole.choices[0]?.logprobs?.content)
    expect(streamed.every((entry) => entry.top_logprobs.length === 0)).toBe(true)
    expect((await askSandbox.complete(prompt, { logprobs: false })).choices[0]?.logprobs).toBeNull()
  })

  it('top_logprobs alone are refused', async () => {
    await expect(askSandbox.complete(prompt, { top_logprobs: 2 })).rejects.toMatchObject({
      fault: 'rejected',
      param: 'top_logprobs',
    })
  })
})

describe('stream', () => {
  it('starts with the role, ends with the finish reason, the usage and [DONE]', async () => {
    const { chunks, isDone, text } = await askSandbox.stream('Why? [[chunk-delay:0ms]]')
    const whole = await askSandbox.complete('Why? [[chunk-delay:0ms]]')
    expect(text).toBe(whole.choices[0]?.message.content)
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '', refusal: null })
    expect(new Set(chunks.map((item) => `${item.id} ${item.created}`)).size).toBe(1)
    expect(chunks.at(-2)?.choices).toEqual([{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }])
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: whole.usage })
    expect(chunks.slice(0, -1).every((item) => item.usage === null)).toBe(true)
    expect(chunks.length).toBeGreaterThan(whole.usage.completion_tokens / 2)
    expect(isDone).toBe(true)
  })

  it('leaves the usage out unless it is asked for', async () => {
    const { chunks, isDone } = await askSandbox.stream('[[say:Hello]]', { stream_options: undefined })
    expect(chunks.every((item) => item.choices.length === 1 && item.usage === undefined)).toBe(true)
    expect(isDone).toBe(true)
  })

  it('carries every choice under its index', async () => {
    const { chunks } = await askSandbox.stream('[[say:Hello]]', { n: 2 })
    const finished = chunks.flatMap((item) => item.choices).filter((choice) => choice.finish_reason !== null)
    expect(finished.map((choice) => choice.index)).toEqual([0, 1])
  })

  it('sends a tool call as a head and fragments of its arguments', async () => {
    const { chunks } = await askSandbox.stream("What's the weather in Paris?", { tools: [weatherTool] })
    const deltas = chunks.flatMap((item) => item.choices[0]?.delta.tool_calls ?? [])
    expect(deltas[0]).toMatchObject({
      index: 0,
      type: 'function',
      function: { name: 'get_weather', arguments: '' },
    })
    expect(
      deltas.slice(1).every((delta) => delta.id === undefined && delta.function?.name === undefined),
    ).toBe(true)
    expect(JSON.parse(deltas.map((delta) => delta.function?.arguments).join(''))).toEqual({ city: 'Paris' })
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls')
  })
})

describe('a custom tool', () => {
  const tool = (format?: object) => ({
    type: 'custom',
    custom: { name: 'run_code', description: 'Runs code', format },
  })
  const ask = 'Run the code `print(1)` please'

  it('is given a text of the message, whole and in pieces', async () => {
    const { choices } = await askSandbox.complete(ask, { tools: [tool()] })
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [{ type: 'custom', custom: { name: 'run_code', input: 'print(1)' } }],
      },
    })
    const { chunks } = await askSandbox.stream(ask, { tools: [tool({ type: 'text' })] })
    const deltas = chunks.flatMap((item) => item.choices[0]?.delta.tool_calls ?? [])
    expect(deltas[0]).toMatchObject({ index: 0, type: 'custom', custom: { name: 'run_code', input: '' } })
    expect(deltas.map(({ custom }) => custom?.input).join('')).toBe('print(1)')
  })

  it('is called where tool_choice names it', async () => {
    const choice = { tool_choice: { type: 'custom', custom: { name: 'run_code' } } }
    const { choices } = await askSandbox.complete('Hello', { tools: [weatherTool, tool()], ...choice })
    expect(choices[0]?.message.tool_calls).toMatchObject([{ type: 'custom' }])
  })

  it('is given what fits a regular expression; a Lark grammar is refused', async () => {
    const grammar = (syntax: string, definition: string) =>
      tool({ type: 'grammar', grammar: { syntax, definition } })
    const { choices } = await askSandbox.complete(ask, { tools: [grammar('regex', '^[a-c]{3}-[0-9]{2}$')] })
    const [call] = choices[0]?.message.tool_calls ?? []
    expect(call?.type === 'custom' && call.custom.input).toMatch(/^[a-c]{3}-[0-9]{2}$/)
    await expect(askSandbox.complete(ask, { tools: [grammar('lark', 'start: "a"')] })).rejects.toMatchObject({
      code: 'unsupported_parameter',
      param: 'tools',
    })
  })
})

describe('a stream under control', () => {
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

    it('before the call rejects it', async () => {
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

  it('is told to its receiver as a whole, which may be of a class', async () => {
    const done = Promise.withResolvers<string>()
    class Receiver {
      #text = ''
      onChunk(bytes: Buffer): boolean {
        this.#text += bytes
        return true
      }
      onEnd(): void {
        done.resolve(this.#text)
      }
      onError(error: Error): void {
        done.reject(error)
      }
    }
    const stream = await askSandbox.open('[[tokens:40]]')
    stream.start(new Receiver())
    expect(await done.promise).toContain('[DONE]')
  })

  describe('a slow reader', () => {
    it('is awaited, and receives everything', async () => {
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
})
