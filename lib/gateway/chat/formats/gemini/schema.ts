import { z } from 'zod'
import { FallbackModels, ProviderPreferences } from '@/lib/gateway/routing/schema'
import { queryNumber } from '@/lib/platform/fields'
import { isRecord } from '@/lib/platform/json'

/**
 * Chat in the wire format of Google's Gemini API (ai.google.dev/api/generate-content). A request is translated to chat
 * completions, and the answer back; models, money, limits and fallbacks are those of chat. Hints without a counterpart are
 * ignored; fields that would change the answer and are not supported are refused by name.
 */

/** Members whose names are the caller's own. */
const OPAQUE = new Set(
  'args response parametersJsonSchema responseJsonSchema properties labels provider'.split(' '),
)

const LISTS = new Set('contents parts tools functionDeclarations stopSequences'.split(' '))

/** Google's JSON accepts `systemInstruction` and `system_instruction`, and one value in place of a list; the former here. */
function toCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamelCase)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const camel = name.replace(/(?<=[a-z\d])_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
      if (camel === 'properties' && isRecord(member)) return [camel, mapValues(member, toCamelCase)]
      const list = LISTS.has(camel) && member !== null ? [member].flat() : member
      return [camel, OPAQUE.has(camel) ? member : toCamelCase(list)]
    }),
  )
}

function mapValues(record: Readonly<Record<string, unknown>>, map: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}

const text = z.string().nullish()
/** Google's JSON may write integers as strings. */
const int = (least: number, most: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^-?\d{1,15}$/.test(given) ? Number(given) : given),
    z.int().min(least).max(most).nullish(),
  )

const Blob = z.looseObject({ mimeType: z.string().min(1), data: z.string().min(1) })
const FileData = z.looseObject({ mimeType: text, fileUri: z.string().min(1) })

/** A part with none of these members becomes a text: agents send their whole history. */
const Part = z.looseObject({
  text,
  thought: z.boolean().nullish(),
  thoughtSignature: text,
  inlineData: Blob.nullish(),
  fileData: FileData.nullish(),
  functionCall: z
    .looseObject({ id: text, name: z.string().min(1), args: z.record(z.string(), z.unknown()).nullish() })
    .nullish(),
  functionResponse: z
    .looseObject({
      id: text,
      name: z.string().min(1),
      response: z.record(z.string(), z.unknown()).nullish(),
      parts: z.array(z.looseObject({ inlineData: Blob.nullish(), fileData: FileData.nullish() })).nullish(),
    })
    .nullish(),
})
export type Part = z.output<typeof Part>

const Content = z.looseObject({
  role: z.enum(['user', 'model', 'function', 'system']).nullish(),
  parts: z.array(Part).nullish(),
})
export type Content = z.output<typeof Content>

const FunctionDeclaration = z.looseObject({
  name: z.string().min(1).max(256),
  description: text,
  /** A schema in Google's form. */
  parameters: z.record(z.string(), z.unknown()).nullish(),
  parametersJsonSchema: z.unknown().optional(),
})
export type FunctionDeclaration = z.output<typeof FunctionDeclaration>

/** Tools that Google runs are ignored, except for its search. */
const Tool = z.looseObject({
  functionDeclarations: z.array(FunctionDeclaration).max(1024).nullish(),
  googleSearch: z.unknown().optional(),
  googleSearchRetrieval: z.unknown().optional(),
})

const unsupported = (reason: string) => z.null(`is not supported: ${reason}`).optional()

const Thinking = z.looseObject({
  includeThoughts: z.boolean().nullish(),
  /** -1: as the model likes; 0: none. */
  thinkingBudget: int(-1, 10_000_000),
  thinkingLevel: z.preprocess(
    (given) => (typeof given === 'string' ? given.toLowerCase().replace('thinking_level_', '') : given),
    z.enum(['unspecified', 'minimal', 'low', 'medium', 'high']).nullish(),
  ),
})

const GenerationConfig = z.looseObject({
  temperature: z.number().min(0).max(2).nullish(),
  topP: z.number().min(0).max(1).nullish(),
  topK: z.number().min(0).nullish(),
  candidateCount: z.literal(1, 'must be 1: answers have one candidate').nullish(),
  maxOutputTokens: int(0, 10_000_000),
  stopSequences: z.array(z.string()).max(100).nullish(),
  seed: int(-(2 ** 31), 2 ** 31 - 1),
  presencePenalty: z.number().min(-2).max(2).nullish(),
  frequencyPenalty: z.number().min(-2).max(2).nullish(),
  responseMimeType: z
    .enum(['', 'text/plain', 'application/json'], 'must be text/plain or application/json')
    .nullish(),
  /** In Google's form. */
  responseSchema: z.record(z.string(), z.unknown()).nullish(),
  responseJsonSchema: z.unknown().optional(),
  responseModalities: z
    .array(z.string().refine((kind) => kind.toUpperCase() === 'TEXT', 'must be TEXT: a chat answers text'))
    .nullish(),
  responseLogprobs: z.literal(false, 'is not supported: use chat completions').nullish(),
  thinkingConfig: Thinking.nullish(),
})
export type GenerationConfig = z.output<typeof GenerationConfig>

const asked = {
  contents: z.array(Content).min(1),
  systemInstruction: z
    .union([z.string().transform((given) => ({ parts: [{ text: given }] })), Content])
    .nullish(),
  tools: z.array(Tool).max(128).nullish(),
  toolConfig: z
    .looseObject({
      functionCallingConfig: z
        .looseObject({
          mode: z.enum(['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED']).nullish(),
          allowedFunctionNames: z.array(z.string()).nullish(),
        })
        .nullish(),
    })
    .nullish(),
  generationConfig: GenerationConfig.nullish(),
  cachedContent: unsupported('prompts are cached by themselves'),
  /** Tags of the request's usage. */
  labels: z.record(z.string(), z.string()).nullish(),
  /** Our additions, as in chat completions. */
  models: FallbackModels.nullish(),
  provider: ProviderPreferences.nullish(),
}
/** Fields that are not listed are ignored: `safetySettings`, `store` … */
export const GenerateContentRequest = z.looseObject(asked)
export type GenerateContentRequest = z.output<typeof GenerateContentRequest>

/** The body of every method of a model. */
export const ModelMethodRequest = z.preprocess(
  toCamelCase,
  z.looseObject({
    ...asked,
    contents: asked.contents.optional(),
    /** For `countTokens`, which counts either `contents` or a whole request. */
    generateContentRequest: GenerateContentRequest.nullish(),
  }),
)
export type ModelMethodRequest = z.output<typeof ModelMethodRequest>

export const ModelMethodQuery = z.object({
  /** `sse`: a stream of server-sent events; without it `streamGenerateContent` answers a list with the whole answer. */
  alt: z.string().optional(),
})

const count = z.int().min(0)

const UsageMetadata = z.object({
  promptTokenCount: count,
  candidatesTokenCount: count,
  totalTokenCount: count,
  thoughtsTokenCount: count.optional(),
  /** Part of the prompt. */
  cachedContentTokenCount: count.optional(),
  /** USD. Our addition. */
  cost: z.number().min(0),
})
export type UsageMetadata = z.output<typeof UsageMetadata>

export const FinishReason = z.enum(['STOP', 'MAX_TOKENS', 'SAFETY'])
export type FinishReason = z.output<typeof FinishReason>

export const ReplyPart = z.union([
  z.object({
    text: z.string(),
    thought: z.literal(true).optional(),
    thoughtSignature: z.string().optional(),
  }),
  z.object({
    functionCall: z.object({ id: z.string(), name: z.string(), args: z.record(z.string(), z.unknown()) }),
    thoughtSignature: z.string().optional(),
  }),
])
export type ReplyPart = z.output<typeof ReplyPart>

const GroundingMetadata = z.object({
  groundingChunks: z.array(z.object({ web: z.object({ uri: z.string(), title: z.string() }) })),
})

export const GenerateContentReply = z.object({
  candidates: z.array(
    z.object({
      content: z.object({ role: z.literal('model'), parts: z.array(ReplyPart) }),
      finishReason: FinishReason.optional(),
      index: z.literal(0),
      groundingMetadata: GroundingMetadata.optional(),
    }),
  ),
  usageMetadata: UsageMetadata.optional(),
  modelVersion: z.string(),
  responseId: z.string(),
})
export type GenerateContentReply = z.output<typeof GenerateContentReply>

export const CountTokensReply = z.object({ totalTokens: count })

export const ModelMethodReply = z.union([
  GenerateContentReply,
  z.array(GenerateContentReply),
  CountTokensReply,
])

export const GeminiModel = z.object({
  name: z.string(),
  version: z.string(),
  displayName: z.string(),
  description: z.string(),
  inputTokenLimit: count,
  outputTokenLimit: count,
  supportedGenerationMethods: z.array(z.string()),
})
export type GeminiModel = z.output<typeof GeminiModel>

export const GeminiModelQuery = z.object({
  pageSize: queryNumber(1, 1000).default(50),
  pageToken: z.string().default(''),
})
export const GeminiModelList = z.object({
  models: z.array(GeminiModel),
  nextPageToken: z.string().optional(),
})
export type GeminiModelList = z.output<typeof GeminiModelList>

export const GeminiError = z.object({
  error: z.object({
    code: z.int(),
    message: z.string(),
    status: z.string(),
    details: z.array(z.looseObject({ '@type': z.string() })).optional(),
  }),
})
export type GeminiError = z.output<typeof GeminiError>
