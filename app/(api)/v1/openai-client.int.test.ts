import OpenAI, { APIError } from 'openai'
import type { ImageGenerateParamsNonStreaming, ImagesResponse } from 'openai/resources/images'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import * as media from '@/app/(api)/media/[id]/route'
import { CreatedImageTask, ImageTask } from '@/lib/media/images/schema'
import { openTestbed, work } from '@/lib/media/images/testing'
import * as speech from './audio/speech/route'
import * as transcriptions from './audio/transcriptions/route'
import * as translations from './audio/translations/route'
import * as completions from './chat/completions/route'
import * as textCompletions from './completions/route'
import * as imageTask from './images/generations/[id]/route'
import * as images from './images/generations/async/route'
import * as oneModel from './models/[...id]/route'
import * as models from './models/route'
import { newCustomer } from './testing/new-customer'
import { failureOf, openClients } from './testing/open-clients'

const { close: closeTestbed } = await openTestbed()
const { fetch, close } = await openClients({
  '/v1/chat/completions': completions,
  '/v1/audio/speech': speech,
  '/v1/audio/transcriptions': transcriptions,
  '/v1/audio/translations': translations,
  '/v1/completions': textCompletions,
  '/v1/models': models,
  '/v1/models/[...id]': oneModel,
  '/v1/images/generations/async': images,
  '/v1/images/generations/[id]': imageTask,
  '/media/[id]': media,
})
afterAll(async () => {
  close()
  await closeTestbed()
})
const { key } = await newCustomer('10')

/** OpenAI's own client, unmodified. */
function client(options: { apiKey?: string } = {}) {
  return new OpenAI({ baseURL: 'http://portico/v1', apiKey: key, fetch, maxRetries: 0, ...options })
}

const model = 'sandbox/chat'
const user = (content: string) => [{ role: 'user' as const, content }]

const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    description: 'The weather in a city',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
      required: ['city', 'unit'],
      additionalProperties: false,
    },
  },
}

it('creates a completion', async () => {
  const answer = await client().chat.completions.create({ model, messages: user('What is 12 times 7?') })
  expect(answer.choices[0]?.message.content).toContain('What is 12 times 7?')
  expect(answer.model).toBe(model)
  expect(answer.usage?.total_tokens).toBe(
    (answer.usage?.prompt_tokens ?? 0) + (answer.usage?.completion_tokens ?? 0),
  )
})

it('streams, with usage when asked', async () => {
  const stream = await client().chat.completions.create({
    model,
    messages: user('[[tokens:40]] go on'),
    stream: true,
    stream_options: { include_usage: true },
  })
  let text = ''
  let usage: OpenAI.CompletionUsage | null | undefined
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? ''
    usage = chunk.usage ?? usage
  }
  expect(text.length).toBeGreaterThan(40)
  expect(usage?.completion_tokens).toBe(40)
})

it('completes texts, whole and streamed', async () => {
  const asked = { model, prompt: ['[[say:one]]', '[[say:two]]'], max_tokens: 50 }
  const whole = await client().completions.create(asked)
  expect(whole.choices.map(({ text }) => text)).toEqual(['one', 'two'])
  const texts = ['', '']
  for await (const { choices } of await client().completions.create({ ...asked, stream: true }))
    for (const { index, text } of choices) texts[index] += text
  expect(texts).toEqual(['one', 'two'])
})

it('collects a stream with its helper', async () => {
  const stream = client().chat.completions.stream({ model, messages: user('[[say:exactly this]]') })
  expect((await stream.finalChatCompletion()).choices[0]?.message.content).toBe('exactly this')
})

it('converts text to speech, and transcribes a file', async () => {
  const input = 'The tide is out.'
  const sound = await client().audio.speech.create({ model: 'sandbox/speech', voice: 'alloy', input })
  const file = new File([await sound.arrayBuffer()], 'tide.wav', { type: 'audio/wav' })
  expect([sound.headers.get('content-type'), file.size > 44]).toEqual(['audio/wav', true])
  const ask = { model: 'sandbox/transcription', file }
  const plain = await client().audio.transcriptions.create(ask)
  expect(plain.text).toContain('sandbox')
  const verbose = await client().audio.transcriptions.create({
    ...ask,
    response_format: 'verbose_json',
    timestamp_granularities: ['word', 'segment'],
  })
  expect(verbose.duration).toBeCloseTo((file.size - 44) / 48_000, 1)
  expect(verbose.words?.length).toBeGreaterThan(verbose.segments?.length ?? 0)
  expect(await client().audio.transcriptions.create({ ...ask, response_format: 'srt' })).toMatch(/^1\n00:/)
  let streamed = ''
  for await (const event of await client().audio.transcriptions.create({ ...ask, stream: true }))
    if (event.type === 'transcript.text.delta') streamed += event.delta
  expect(streamed).toBe(plain.text)
})

it('translates a clip, in every format', async () => {
  const sound = await client().audio.speech.create({
    model: 'sandbox/speech',
    voice: 'alloy',
    input: 'Ebbe.',
    response_format: 'wav',
  })
  const file = new File([await sound.arrayBuffer()], 'ebbe.wav')
  const ask = { model: 'sandbox/transcription', file }
  const translations = client().audio.translations
  expect((await translations.create(ask)).text).toContain('sandbox')
  const verbose = await translations.create({ ...ask, response_format: 'verbose_json', temperature: 0 })
  expect(verbose).toMatchObject({ task: 'translate', language: 'english' })
  expect(verbose).toHaveProperty('segments.0.start', 0)
  expect(await translations.create({ ...ask, response_format: 'text' })).toContain('sandbox')
  expect(await translations.create({ ...ask, response_format: 'srt' })).toMatch(/^1\n00:/)
  expect(await translations.create({ ...ask, response_format: 'vtt' })).toMatch(/^WEBVTT\n/)
})
it.each([false, true])(
  'calls a custom tool and goes on with its result (streamed: %s)',
  async (isStreamed) => {
    const tools = [{ type: 'custom' as const, custom: { name: 'run_code', description: 'Runs code' } }]
    const messages: OpenAI.ChatCompletionMessageParam[] = user('Run the code `print(1)`')
    const asked = { model, messages, tools }
    const { message } = isStreamed
      ? ((await client().chat.completions.stream(asked).finalChatCompletion()).choices[0] ?? {})
      : ((await client().chat.completions.create(asked)).choices[0] ?? {})
    const [call] = message?.tool_calls ?? []
    if (message === undefined || call?.type !== 'custom') throw new Error('no custom tool was called')
    expect(call.custom).toEqual({ name: 'run_code', input: 'print(1)' })
    const result = { role: 'tool' as const, tool_call_id: call.id, content: '1' }
    const next = await client().chat.completions.create({
      ...asked,
      messages: [...messages, message, result],
    })
    expect(next.choices[0]?.message.content).toContain('`run_code` answered')
  },
)

it('calls a tool and goes on with its result', async () => {
  const messages: OpenAI.ChatCompletionMessageParam[] = user('What is the weather in Paris?')
  const first = await client().chat.completions.create({ model, messages, tools: [weather] })
  const [call] = first.choices[0]?.message.tool_calls ?? []
  expect(first.choices[0]?.finish_reason).toBe('tool_calls')
  if (call?.type !== 'function') throw new Error('no function was called')
  expect(JSON.parse(call.function.arguments)).toMatchObject({
    city: 'Paris',
    unit: expect.stringMatching(/celsius|fahrenheit/),
  })
  messages.push(
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: '{"temperature":21}' },
  )
  const second = await client().chat.completions.create({ model, messages, tools: [weather] })
  expect(second.choices[0]?.message.content).toContain('21')
})

it('gets JSON that matches its schema', async () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' } },
    required: ['name', 'age'],
    additionalProperties: false,
  }
  const answer = await client().chat.completions.create({
    model,
    messages: user('Ann is 31 years old.'),
    response_format: { type: 'json_schema', json_schema: { name: 'person', strict: true, schema } },
  })
  expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ name: 'Ann', age: 31 })
})

it('lists models', async () => {
  const { data } = await client().models.list()
  expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(['sandbox/chat', 'sandbox/chat-pro']))
  expect(await client().models.retrieve('sandbox/chat')).toMatchObject({
    id: 'sandbox/chat',
    object: 'model',
  })
})

it('throws its own errors', async () => {
  const wrongKey = await failureOf(client({ apiKey: 'wrong' }).models.list(), APIError)
  expect([wrongKey.name, wrongKey.status, wrongKey.code]).toEqual(['Error', 401, 'invalid_api_key'])
  const { chat } = client()
  const cases: [object, number, string][] = [
    [{ model: 'nobody/nothing' }, 404, 'model_not_found'],
    [{ temperature: 3 }, 400, 'invalid_parameter'],
    [{ messages: user('[[status:429]]') }, 429, 'rate_limit_exceeded'],
    [{ messages: user('[[status:500]]') }, 502, 'upstream_error'],
    [{ messages: user('[[fail:content_policy_violation]]') }, 400, 'content_policy_violation'],
  ]
  for (const [overrides, status, code] of cases) {
    const error = await failureOf(
      chat.completions.create({ model, messages: user('x'), ...overrides }),
      APIError,
    )
    expect([error.status, error.code, error.requestID]).toEqual([
      status,
      code,
      expect.stringMatching(/^req_/),
    ])
  }
})

it('notices a stream that breaks off', async () => {
  const stream = await client().chat.completions.create({
    model,
    messages: user('[[cut:5]] tell me a story'),
    stream: true,
  })
  const read = async () => {
    for await (const chunk of stream) expect(chunk.object).toBe('chat.completion.chunk')
  }
  expect(await failureOf(read(), APIError)).toMatchObject({ code: 'upstream_error' })
})

it('creates an image with OpenAI’s request, and gets the completed task as its answer', async () => {
  const body: ImageGenerateParamsNonStreaming = {
    model: 'sandbox/image-1',
    prompt: 'A lighthouse in a storm',
    n: 2,
    size: '1024x1024',
    quality: 'low',
    output_format: 'webp',
    output_compression: 80,
    background: 'opaque',
    moderation: 'low',
  }
  const { id } = CreatedImageTask.parse(await client().post('/images/generations/async', { body }))
  await work(id)
  const answer = await client().get<ImagesResponse & { status?: string }>(`/images/generations/${id}`)
  expect(answer).toMatchObject({
    status: 'completed',
    size: '1024x1024',
    quality: 'low',
    output_format: 'webp',
    usage: { input_tokens_details: { text_tokens: expect.any(Number), image_tokens: 0 } },
  })
  expect(answer.data).toHaveLength(2)
  for (const image of ImageTask.parse(answer).data) {
    const inline = Buffer.from(image.b64_json ?? '', 'base64')
    expect(await sharp(inline).metadata()).toMatchObject({ format: 'webp', width: 1024, height: 1024 })
    const linked = await fetch(image.object_url ?? '')
    expect(linked.headers.get('content-type')).toBe('image/webp')
    expect(Buffer.from(await linked.arrayBuffer()).equals(inline)).toBe(true)
  }
})
