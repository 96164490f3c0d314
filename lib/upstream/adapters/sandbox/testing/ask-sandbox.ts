import { z } from 'zod'
import type { ChatByteStream } from '@/lib/upstream/contract/chat-model'
import { gatherStream } from '@/lib/upstream/testing/chat-stream'
import { createSandboxChat } from '../chat/chat'

/** What the sandbox sends, to the letter: no field more, none less. */
const usage = z.strictObject({
  prompt_tokens: z.int().positive(),
  completion_tokens: z.int().nonnegative(),
  total_tokens: z.int().positive(),
  prompt_tokens_details: z.strictObject({ cached_tokens: z.literal(0) }),
  completion_tokens_details: z.strictObject({ reasoning_tokens: z.int().nonnegative() }),
})
const candidate = { token: z.string(), logprob: z.literal(0), bytes: z.array(z.int()) }
const logprobs = z.strictObject({
  content: z.array(z.strictObject({ ...candidate, top_logprobs: z.array(z.strictObject(candidate)) })),
  refusal: z.null(),
})
const finishReason = z.enum(['stop', 'length', 'tool_calls'])
const id = z.string().startsWith('call_')
const toolCall = z.discriminatedUnion('type', [
  z.strictObject({
    id,
    type: z.literal('function'),
    function: z.strictObject({ name: z.string(), arguments: z.string() }),
  }),
  z.strictObject({
    id,
    type: z.literal('custom'),
    custom: z.strictObject({ name: z.string(), input: z.string() }),
  }),
])
const head = {
  id: z.string().startsWith('chatcmpl_'),
  created: z.int().positive(),
  model: z.string(),
  system_fingerprint: z.literal('sandbox'),
}
const completion = z.strictObject({
  ...head,
  object: z.literal('chat.completion'),
  choices: z.array(
    z.strictObject({
      index: z.int(),
      message: z.strictObject({
        role: z.literal('assistant'),
        content: z.string().nullable(),
        reasoning_content: z.string().optional(),
        refusal: z.null(),
        tool_calls: z.array(toolCall).optional(),
        annotations: z.array(z.unknown()).optional(),
      }),
      logprobs: logprobs.nullable(),
      finish_reason: finishReason,
      stop_reason: z.string().optional(),
    }),
  ),
  usage,
})
const toolDelta = z.strictObject({
  index: z.int(),
  id: z.string().optional(),
  type: z.enum(['function', 'custom']).optional(),
  function: z.strictObject({ name: z.string().optional(), arguments: z.string() }).optional(),
  custom: z.strictObject({ name: z.string().optional(), input: z.string() }).optional(),
})
const chunk = z.strictObject({
  ...head,
  object: z.literal('chat.completion.chunk'),
  choices: z.array(
    z.strictObject({
      index: z.int(),
      delta: z.strictObject({
        role: z.literal('assistant').optional(),
        content: z.string().nullable().optional(),
        reasoning_content: z.string().optional(),
        refusal: z.null().optional(),
        annotations: z.array(z.unknown()).optional(),
        tool_calls: z.array(toolDelta).optional(),
      }),
      logprobs: logprobs.nullable(),
      finish_reason: finishReason.nullable(),
      stop_reason: z.string().optional(),
    }),
  ),
  usage: usage.nullish(),
})

type Fields = Record<string, unknown>
const noAbort = new AbortController().signal
const chat = createSandboxChat()

/** Asks the sandbox as the gateway does, and reads its answers by the schemas of the wire. */
export const askSandbox = {
  call: (prompt: string, more: Fields = {}, signal = noAbort) => ({
    request: { model: 'chat', messages: [{ role: 'user', content: prompt }], ...more },
    signal,
  }),

  complete: async (prompt: string, more: Fields = {}) =>
    completion.parse(JSON.parse((await chat.complete(askSandbox.call(prompt, more))).toString())),

  open: (prompt: string, more: Fields = {}, signal = noAbort): Promise<ChatByteStream> =>
    chat.stream(
      askSandbox.call(prompt, { stream: true, stream_options: { include_usage: true }, ...more }, signal),
    ),

  stream: async (prompt: string, more: Fields = {}) => {
    const { bytes, error } = await gatherStream(await askSandbox.open(prompt, more))
    const { chunks, isDone } = askSandbox.parseEvents(bytes)
    const text = chunks.map((item) => item.choices[0]?.delta.content ?? '').join('')
    return { chunks, isDone, text, error }
  },

  parseEvents: (bytes: Buffer) => {
    const events = bytes.toString().split('\n\n').slice(0, -1)
    const isDone = events.at(-1) === 'data: [DONE]'
    const chunks = (isDone ? events.slice(0, -1) : events).map((event) =>
      chunk.parse(JSON.parse(event.replace(/^data: /, ''))),
    )
    return { chunks, isDone }
  },
}

export const weatherTool = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
