import sharp from 'sharp'
import { z } from 'zod'
import type { ChatByteStream } from '../../contract/chat-model'
import type {
  ImageEditCall,
  ImageGenerateCall,
  ImageSettings,
  ImageVaryCall,
  SourceImage,
} from '../../contract/image-model'
import { gatherStream } from '../../testing/chat-stream'
import { videoCall } from '../../testing/video-call'
import { createSandboxChat } from './chat/chat'
import { type FilmOrder, orderFor } from './video/order'

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

const settings: ImageSettings = {
  model: 'image-2',
  n: 1,
  size: '320x320',
  quality: 'low',
  outputFormat: 'png',
  outputCompression: null,
  background: 'auto',
  moderation: 'auto',
  seed: null,
  signal: new AbortController().signal,
}

/** Calls as the gateway makes them, with whatever a test cares about on top. */
export const imageCall = {
  generate: (prompt: string, more: Partial<ImageGenerateCall> = {}): ImageGenerateCall => ({
    ...settings,
    prompt,
    ...more,
  }),
  edit: (prompt: string, source: SourceImage, more: Partial<ImageEditCall> = {}): ImageEditCall => ({
    ...settings,
    size: 'auto',
    prompt,
    source,
    mask: null,
    ...more,
  }),
  vary: (source: SourceImage, more: Partial<ImageVaryCall> = {}): ImageVaryCall => ({
    ...settings,
    source,
    ...more,
  }),
}

/** A picture in which no two neighbours are alike, so that any change to it shows. */
export async function colourfulSource(
  width: number,
  height: number,
  channels: 3 | 4 = 3,
): Promise<SourceImage> {
  const pixels = Buffer.alloc(width * height * channels)
  for (let at = 0; at < pixels.length; at++)
    pixels[at] = (at * 37 + Math.floor(at / (width * channels)) * 11) % 256
  const bytes = await sharp(pixels, { raw: { width, height, channels } }).png().toBuffer()
  return { bytes, mimeType: 'image/png', width, height }
}

/** Opaque but for one rectangle. */
export async function maskWithWindow(
  { width, height }: { width: number; height: number },
  window: { left: number; top: number; width: number; height: number },
): Promise<SourceImage> {
  const pixels = Buffer.alloc(width * height * 4, 255)
  for (let y = window.top; y < window.top + window.height; y++)
    for (let x = window.left; x < window.left + window.width; x++) pixels[(y * width + x) * 4 + 3] = 0
  const bytes = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return { bytes, mimeType: 'image/png', width, height }
}

const SIDE = 16

/** How different two pictures look, from 0 (alike) to 1: the mean distance of their colours on a coarse grid. */
export async function pictureDistance(one: Buffer, other: Buffer): Promise<number> {
  const [left, right] = await Promise.all([grid(one), grid(other)])
  return left.reduce((sum, value, at) => sum + Math.abs(value - (right[at] ?? 0)), 0) / left.length / 255
}

async function grid(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes)
    .flatten({ background: '#808080' })
    .resize(SIDE, SIDE, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** The plainest order, with what a test cares about laid over it. */
export function filmOrder(more: Partial<FilmOrder> = {}): FilmOrder {
  return { ...orderFor(videoCall({ model: 'video', seed: 7, resolution: '480p' })), ...more }
}

const RATE = 44_100

/** A hum of this many seconds, as a WAV of one channel. */
export function wavOf(seconds: number): Buffer {
  const count = Math.round(seconds * RATE)
  const wav = Buffer.alloc(44 + count * 2)
  wav.write('RIFF')
  wav.writeUInt32LE(36 + count * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(RATE * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(count * 2, 40)
  for (let at = 0; at < count; at++) wav.writeInt16LE(Math.round(Math.sin(at * 0.06) * 20_000), 44 + at * 2)
  return wav
}
