import { describe, expect, it, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { AWS_EVENT_STREAM } from '../aws-events'
import {
  awsFrame,
  converseEvent,
  invokeEvent,
  recordedConverse,
  recordedException,
} from '../testing/aws-frames'
import { anthropicMessage } from '../testing/chat-answers'
import { chatAt, mergeDeltas } from '../testing/chat-at'

const upstream = await openUpstream()
const at = { baseUrl: upstream.origin }
const tools = [
  { type: 'function', function: { name: 'get_weather', parameters: { properties: { city: {} } } } },
]
const frames = (...all: Buffer[]) => answerWith.text(200, AWS_EVENT_STREAM, Buffer.concat(all))

describe('Bedrock’s Converse', () => {
  const chat = chatAt(upstream, 'bedrock', 'us.amazon.nova-pro-v1:0', at)

  it('gets a request of its own format, with the key as a bearer token', async () => {
    upstream.answer(
      answerWith.json(200, {
        output: {
          message: {
            role: 'assistant',
            content: [
              { text: 'I’ll look.' },
              { toolUse: { toolUseId: 'tooluse_1', name: 'get_weather', input: { city: 'Łódź' } } },
            ],
          },
        },
        usage: { inputTokens: 100, outputTokens: 25, totalTokens: 125, cacheReadInputTokens: 40 },
        stopReason: 'tool_use',
      }),
    )
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
    const content = [{ type: 'text', text: 'Weather?', cache_control: { type: 'ephemeral' } }, image]
    const answer = await chat.complete({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content },
      ],
      ...{ max_tokens: 50, temperature: 0.5, stop: ['END'], tools },
    })
    expect(upstream.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/model/us.amazon.nova-pro-v1%3A0/converse',
      headers: { authorization: `Bearer ${API_KEY}`, 'user-agent': 'portico' },
    })
    expect(chat.sent()).toMatchObject({
      system: [{ text: 'Be brief.' }],
      messages: [
        {
          role: 'user',
          content: [{ text: 'Weather?' }, { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } }],
        },
      ],
      inferenceConfig: { maxTokens: 50, temperature: 0.5, stopSequences: ['END'] },
      toolConfig: { tools: [{ toolSpec: { name: 'get_weather' } }] },
    })
    expect(answer.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: 'I’ll look.',
        tool_calls: [{ id: 'tooluse_1', function: { name: 'get_weather', arguments: '{"city":"Łódź"}' } }],
      },
    })
    // Its count of the prompt leaves out what was cached.
    expect(answer.usage).toMatchObject({
      prompt_tokens: 140,
      completion_tokens: 25,
      prompt_tokens_details: { cached_tokens: 40 },
    })
  })

  it('streams as recorded, however its frames are cut', async () => {
    const parts = Array.from({ length: Math.ceil(recordedConverse.length / 7) }, (_, at) =>
      recordedConverse.subarray(at * 7, at * 7 + 7),
    )
    upstream.answer((res) => {
      res.writeHead(200, { 'content-type': AWS_EVENT_STREAM })
      for (const part of parts) res.write(part)
      res.end()
    })
    const { events, error } = await chat.stream()
    expect(error).toBeNull()
    expect(upstream.requests.at(-1)).toMatchObject({
      path: '/model/us.amazon.nova-pro-v1%3A0/converse-stream',
      headers: { accept: AWS_EVENT_STREAM },
    })
    expect(mergeDeltas(events).content).toBe('OK.')
    expect(events.at(-2)).toMatchObject({
      usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
    })
    expect(events.at(-1)).toBe('[DONE]')
  })

  it('streams thoughts and tool calls', async () => {
    upstream.answer(
      frames(
        converseEvent('messageStart', { role: 'assistant' }),
        converseEvent('contentBlockDelta', {
          contentBlockIndex: 0,
          delta: { reasoningContent: { text: 'Hm' } },
        }),
        converseEvent('contentBlockStop', { contentBlockIndex: 0 }),
        converseEvent('contentBlockStart', {
          contentBlockIndex: 1,
          start: { toolUse: { toolUseId: 'tooluse_1', name: 'get_weather' } },
        }),
        converseEvent('contentBlockDelta', {
          contentBlockIndex: 1,
          delta: { toolUse: { input: '{"city":' } },
        }),
        converseEvent('contentBlockDelta', {
          contentBlockIndex: 1,
          delta: { toolUse: { input: '"Oslo"}' } },
        }),
        converseEvent('contentBlockStop', { contentBlockIndex: 1 }),
        converseEvent('messageStop', { stopReason: 'tool_use' }),
        converseEvent('metadata', { usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } }),
      ),
    )
    const { events, error } = await chat.stream({ tools })
    expect(error).toBeNull()
    expect(mergeDeltas(events)).toMatchObject({
      reasoning: 'Hm',
      calls: [{ name: 'get_weather', arguments: '{"city":"Oslo"}' }],
    })
  })

  it.each([
    ['an exception before anything else', [recordedException]],
    ['a frame that is cut', [recordedConverse.subarray(0, 100)]],
    ['a frame with a wrong checksum', [Buffer.concat([recordedConverse.subarray(0, 170), Buffer.alloc(10)])]],
  ])('fails before its first byte with %s', async (_, bytes) => {
    upstream.answer(frames(...bytes))
    await expect(chat.open()).rejects.toMatchObject({ fault: 'failed' })
  })

  it('fails after its first bytes with an exception, or if its end is missing', async () => {
    const begun = recordedConverse.subarray(0, 180 + 179)
    upstream.answer(frames(begun, recordedException))
    expect((await chat.stream()).error).toMatchObject({ fault: 'failed' })
    upstream.answer(frames(begun))
    expect((await chat.stream()).error).toMatchObject({ fault: 'failed' })
  })

  it.each([
    [429, 'Too many requests, please wait before trying again.', { fault: 'rate_limited' }],
    [400, 'Input is too long for requested model.', { fault: 'rejected', code: 'context_length_exceeded' }],
    [400, 'Malformed input request, please reformat your input and try again.', { fault: 'rejected' }],
    [
      400,
      'Invocation of model ID x with on-demand throughput isn’t supported. Retry with the ID of an inference profile.',
      { fault: 'failed' },
    ],
    [403, 'The security token included in the request is invalid.', { fault: 'failed', status: 403 }],
    [503, 'Bedrock is unable to process your request.', { fault: 'failed' }],
  ])('is refused with %i: %s', async (status, message, error) => {
    upstream.answer(answerWith.json(status, { message }))
    await expect(chat.complete()).rejects.toMatchObject(error)
  })
})

describe('Claude at Bedrock', () => {
  const model = 'global.anthropic.claude-sonnet-4-6'
  const chat = chatAt(upstream, 'bedrock', model, at)

  it('is asked in Anthropic’s format, with caching and thinking', async () => {
    upstream.answer(answerWith.json(200, anthropicMessage))
    const text = 'x'.repeat(20)
    await chat.complete({
      messages: [
        {
          role: 'system',
          content: [{ type: 'text', text, cache_control: { type: 'ephemeral', ttl: '1h' } }],
        },
        { role: 'user', content: 'Hello' },
      ],
      ...{ max_tokens: 4000, reasoning_effort: 'high', tools },
    })
    expect(upstream.requests.at(-1)?.path).toBe(`/model/${model}/invoke`)
    const sent = chat.sent()
    expect(sent).toMatchObject({
      anthropic_version: 'bedrock-2023-05-31',
      system: [{ type: 'text', text, cache_control: { type: 'ephemeral', ttl: '1h' } }],
      max_tokens: 4000,
      thinking: { type: 'adaptive' },
    })
    expect(sent).not.toHaveProperty('model')
    expect(sent).not.toHaveProperty('stream')
  })

  it('has the betas of the caller’s tools in the body, where Bedrock reads them', async () => {
    upstream.answer(answerWith.json(200, anthropicMessage))
    const computer = {
      type: 'computer_20250124',
      name: 'computer',
      display_width_px: 10,
      display_height_px: 10,
    }
    await chat.complete({ tools: [computer] })
    expect(chat.sent()).toMatchObject({ tools: [computer], anthropic_beta: ['computer-use-2025-01-24'] })
  })

  it('streams Anthropic’s events out of frames, with their counts', async () => {
    const usage = {
      input_tokens: 20,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 7,
      output_tokens: 1,
    }
    upstream.answer(
      frames(
        invokeEvent({ type: 'message_start', message: { id: 'msg_bdrk_1', model, usage } }),
        invokeEvent({
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'thinking', thinking: '', signature: '' },
        }),
        invokeEvent({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'thinking_delta', thinking: 'Hm' },
        }),
        invokeEvent({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'signature_delta', signature: 'c2ln' },
        }),
        invokeEvent({ type: 'content_block_stop', index: 0 }),
        invokeEvent({ type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } }),
        invokeEvent({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Grüße' } }),
        invokeEvent({ type: 'content_block_stop', index: 1 }),
        invokeEvent({
          type: 'message_delta',
          delta: { stop_reason: 'end_turn' },
          usage: { output_tokens: 9 },
        }),
        invokeEvent({ type: 'message_stop', 'amazon-bedrock-invocationMetrics': { inputTokenCount: 20 } }),
      ),
    )
    const { events, error } = await chat.stream()
    expect(error).toBeNull()
    expect(upstream.requests.at(-1)?.path).toBe(`/model/${model}/invoke-with-response-stream`)
    expect(mergeDeltas(events)).toMatchObject({ content: 'Grüße', reasoning: 'Hm' })
    expect(JSON.stringify(events)).toContain('"signature":"c2ln"')
    expect(events.at(-2)).toMatchObject({
      usage: {
        prompt_tokens: 127,
        completion_tokens: 9,
        prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 7 },
      },
    })
  })

  it('is rate limited, or fails, by an exception in the stream', async () => {
    const exception = (type: string) =>
      awsFrame({ ':message-type': 'exception', ':exception-type': type }, { message: 'Wait.' })
    upstream.answer(frames(exception('throttlingException')))
    await expect(chat.open()).rejects.toMatchObject({ fault: 'rate_limited' })
    upstream.answer(frames(recordedException))
    await expect(chat.open()).rejects.toMatchObject({ fault: 'failed' })
  })
})

describe('Vertex', () => {
  const baseUrl = `${upstream.origin}/v1/projects/acme-prod/locations/global`
  const headers = { authorization: `Bearer ${API_KEY}` }

  test('serves Claude by raw prediction', async () => {
    const claude = chatAt(upstream, 'vertex', 'claude-haiku-4-5@20251001', { baseUrl })
    upstream.answer(answerWith.json(200, anthropicMessage))
    await claude.complete()
    const path =
      '/v1/projects/acme-prod/locations/global/publishers/anthropic/models/claude-haiku-4-5@20251001:rawPredict'
    expect(upstream.requests.at(-1)).toMatchObject({ path, headers })
    expect(claude.sent()).toMatchObject({ anthropic_version: 'vertex-2023-10-16' })
    expect(claude.sent()).not.toHaveProperty('model')
  })

  test('serves Gemini, whose seals and refusals are found', async () => {
    const gemini = chatAt(upstream, 'vertex', 'gemini-3.8-flash', { baseUrl, webSearch: true })
    const call = { functionCall: { name: 'get_weather', args: { city: 'Oslo' } }, thoughtSignature: 'seal' }
    const candidates = [
      {
        content: { role: 'model', parts: [call] },
        finishReason: 'STOP',
        groundingMetadata: { webSearchQueries: ['one', 'two'] },
      },
    ]
    const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 4, totalTokenCount: 13 }
    upstream.answer(answerWith.json(200, { candidates, usageMetadata }))
    const answer = await gemini.complete({ tools })
    const path =
      '/v1beta1/projects/acme-prod/locations/global/publishers/google/models/gemini-3.8-flash:generateContent'
    expect(upstream.requests.at(-1)).toMatchObject({ path, headers })
    expect(upstream.requests.at(-1)?.headers).not.toHaveProperty('x-goog-api-key')
    const [asked] = answer.choices[0].message.tool_calls
    expect(asked).toMatchObject({ extra_content: { google: { thought_signature: 'seal' } } })
    expect(answer.usage).toMatchObject({ server_tool_use: { web_search_requests: 2 } })
    const messages = [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', tool_calls: [asked] },
      { role: 'tool', tool_call_id: asked.id, content: '7 °C' },
    ]
    await gemini.complete({ tools, messages })
    expect(gemini.sent().contents[1].parts[0]).toMatchObject({ thoughtSignature: 'seal' })
    // Vertex refuses the ids that Gemini’s own API wants.
    expect(gemini.sent().contents[1].parts[0].functionCall).not.toHaveProperty('id')
    upstream.answer(answerWith.json(200, { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata }))
    await expect(gemini.complete()).rejects.toMatchObject({ code: 'content_policy_violation' })
  })

  test('passes the models of other makers through in OpenAI’s format', async () => {
    const chunk = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n'
    const llama = chatAt(upstream, 'vertex', 'meta/llama-4-maverick-17b-128e-instruct-maas', { baseUrl })
    upstream.answer(answerWith.events(chunk))
    expect((await llama.stream()).events).toHaveLength(2)
    const path = '/v1/projects/acme-prod/locations/global/endpoints/openapi/chat/completions'
    expect(upstream.requests.at(-1)).toMatchObject({ path, headers })
    expect(llama.sent()).toMatchObject({ model: 'meta/llama-4-maverick-17b-128e-instruct-maas' })
  })
})
