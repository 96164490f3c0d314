import { z } from 'zod'
import { routingFields } from '@/lib/gateway/routing/schema'
import { characters } from '@/lib/platform/fields'
import type { SpeechFormat } from '@/lib/upstream/contract/audio-model'

/**
 * Audio: text to speech, and transcripts and translations of audio files. The wire formats are OpenAI's. Neither is stored.
 */
export const MOST_INPUT_CHARACTERS = 4096
/** 25 MiB. */
export const MOST_FILE_BYTES = 26_214_400
/** Including the rest of the form. */
export const MOST_FORM_BYTES = MOST_FILE_BYTES + 1024 * 1024

const speechFormats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const satisfies readonly SpeechFormat[]

export const SpeechRequest = z.strictObject({
  ...routingFields,
  input: z.string().check(characters({ least: 1, most: MOST_INPUT_CHARACTERS })),
  voice: z.union([z.string().min(1).max(256), z.strictObject({ id: z.string().min(1).max(256) })]),
  /** Default: the model's, usually mp3. */
  response_format: z.enum(speechFormats).nullish(),
  speed: z.number().min(0.25).max(4).nullish(),
  instructions: z
    .string()
    .check(characters({ most: MOST_INPUT_CHARACTERS }))
    .nullish(),
  stream_format: z.enum(['audio', 'sse']).nullish(),
})
export type SpeechRequest = z.output<typeof SpeechRequest>

const cost = z.number().min(0)
const tokenCounts = {
  input_tokens: z.int().min(0),
  output_tokens: z.int().min(0),
  total_tokens: z.int().min(0),
}

/** With `stream_format: "sse"`: chunks of audio, and usage at the end. */
export const SpeechEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('speech.audio.delta'), audio: z.string() }),
  z.object({
    type: z.literal('speech.audio.done'),
    /** `cost` in USD, as a JSON number like in chat. */
    usage: z.object({ ...tokenCounts, characters: z.int().min(0), cost }),
  }),
])
export type SpeechEvent = z.input<typeof SpeechEvent>

/** The event that ends a broken speech stream. */
export const SpeechFailure = z.object({ error: z.object({ message: z.string(), code: z.string() }) })

const transcriptFormats = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const

const passed = z.string().max(1024).optional()

/** Fields of OpenAI's that are passed on unchanged. Its clients write each member of `chunking_strategy` as a form field. */
export const PassedFields = z.object({
  'include[]': z.array(z.string().max(64)).max(8).optional(),
  chunking_strategy: passed,
  'chunking_strategy[type]': passed,
  'chunking_strategy[prefix_padding_ms]': passed,
  'chunking_strategy[silence_duration_ms]': passed,
  'chunking_strategy[threshold]': passed,
  user: passed,
})

/** The fields of a form; their values are texts. */
const formFields = {
  file: z.file('must be a file'),
  model: routingFields.model,
  prompt: z.string().max(8192).optional(),
  response_format: z.enum(transcriptFormats).default('json'),
  temperature: z
    .string()
    .regex(/^(?:0(?:\.\d{1,15})?|1(?:\.0{1,15})?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .optional(),
}

/** A translation into English; like OpenAI's, it has no further fields. */
export const TranslationForm = z.strictObject(formFields)
export type TranslationForm = z.output<typeof TranslationForm>

export const TranscriptionForm = z
  .strictObject({
    ...formFields,
    /** ISO 639-1. */
    language: z.string().min(1).max(64).optional(),
    'timestamp_granularities[]': z
      .array(z.enum(['word', 'segment']))
      .max(2)
      .optional(),
    ...PassedFields.shape,
    stream: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true'),
  })
  .refine((form) => form.response_format === 'verbose_json' || !form['timestamp_granularities[]'], {
    path: ['timestamp_granularities[]'],
    message: 'needs response_format verbose_json',
  })
  .refine(({ response_format: format, stream }) => !stream || format === 'json' || format === 'text', {
    path: ['stream'],
    message: 'needs response_format json or text',
  })
export type TranscriptionForm = z.output<typeof TranscriptionForm>

/** By the unit that is billed; `cost` in USD. */
const TranscriptUsage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tokens'), ...tokenCounts, cost }),
  z.object({ type: z.literal('duration'), seconds: z.number().min(0), cost }),
])
export type TranscriptUsage = z.output<typeof TranscriptUsage>

const time = z.number().min(0)

/** `json`, or with the optional fields `verbose_json`. */
export const TranscriptReply = z.object({
  task: z.enum(['transcribe', 'translate']).optional(),
  language: z.string().nullish(),
  duration: time.optional(),
  text: z.string(),
  segments: z.array(z.looseObject({ start: time, end: time, text: z.string() })).optional(),
  words: z.array(z.looseObject({ start: time, end: time, word: z.string() })).optional(),
  /** With `include[]=logprobs`, if the model reports them. */
  logprobs: z.array(z.unknown()).optional(),
  usage: TranscriptUsage,
})
export type TranscriptReply = z.output<typeof TranscriptReply>
