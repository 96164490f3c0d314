import { z } from 'zod'
import { isRecord } from '@/lib/platform/json'

/** What a conversation of the Responses format consists of. */
const TextPart = z.looseObject({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() })
const ImagePart = z.looseObject({
  type: z.literal('input_image'),
  /** A link or a data URL; files of the vendor's (`file_id`) are not here. */
  image_url: z.string().min(1),
  detail: z.enum(['auto', 'low', 'high', 'original']).nullish(),
})
const FilePart = z
  .looseObject({
    type: z.literal('input_file'),
    filename: z.string().nullish(),
    file_data: z.string().min(1).nullish(),
    file_url: z.string().min(1).nullish(),
  })
  .refine((part) => part.file_data != null || part.file_url != null, {
    path: ['file_data'],
    message: 'a file must bring its bytes as file_data, or a link as file_url',
  })

export const ResultPart = z.discriminatedUnion('type', [TextPart, ImagePart, FilePart])
export type ResultPart = z.output<typeof ResultPart>

export const MessagePart = z.discriminatedUnion('type', [
  TextPart,
  ImagePart,
  FilePart,
  z.looseObject({ type: z.literal('refusal'), refusal: z.string() }),
  z.looseObject({
    type: z.literal('input_audio'),
    input_audio: z.looseObject({ data: z.string(), format: z.string() }),
  }),
])
export type MessagePart = z.output<typeof MessagePart>

/** What seals a call, where its answer had no place for encrypted reasoning: it comes back with the call. */
export const CallSeal = z
  .object({ google: z.object({ thought_signature: z.string() }) })
  .optional()
  .catch(undefined)

const callId = { call_id: z.string().min(1) }
const output = { output: z.union([z.string(), z.array(ResultPart)]) }

const Item = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('message'),
    role: z.enum(['user', 'assistant', 'system', 'developer']),
    content: z.union([z.string(), z.array(MessagePart)]),
  }),
  z.looseObject({
    type: z.literal('function_call'),
    ...callId,
    name: z.string().min(1),
    arguments: z.string(),
    extra_content: CallSeal,
  }),
  z.looseObject({ type: z.literal('function_call_output'), ...callId, ...output }),
  z.looseObject({
    type: z.literal('custom_tool_call'),
    ...callId,
    name: z.string().min(1),
    input: z.string(),
    extra_content: CallSeal,
  }),
  z.looseObject({ type: z.literal('custom_tool_call_output'), ...callId, ...output }),
  z.looseObject({
    type: z.literal('reasoning'),
    content: z.array(z.looseObject({ type: z.string(), text: z.string() })).nullish(),
    encrypted_content: z.string().nullish(),
  }),
  // What a search of the vendor's own found: the text that came of it says what matters.
  z.looseObject({ type: z.literal('web_search_call') }),
])
export type InputItem = z.output<typeof Item>

/** A message may leave its type out. */
export const InputItem = z.preprocess(
  (item) => (isRecord(item) && item.type === undefined ? { ...item, type: 'message' } : item),
  Item,
)
