import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { ChatCall } from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { ChatRequest } from './chat-request'
import type { ChatDialect } from './dialect'
import { refuseFields } from './refuse-fields'
import { writePrompt } from './write-prompt'
import { writeTools } from './write-tools'

/** A request in the package's words, and what of it matters for reading the answer. */
export type WrittenCall = {
  model: string
  options: LanguageModelV4CallOptions
  /** The answer is to be any JSON object, and the vendor has no mode that guarantees it. */
  mustBeJson: boolean
}

const ANY_OBJECT = { type: 'object', additionalProperties: true } as const
const JSON_INSTRUCTION = 'Answer with one JSON object and nothing else: no words around it and no code fence.'

export async function writeCall(
  call: ChatCall,
  dialect: ChatDialect,
  maySearch: boolean,
): Promise<WrittenCall> {
  const request = parseRequest(call)
  refuseFields(request)
  const mustBeJson = !dialect.hasJsonMode && asksForAnyJson(request)
  const prompt = await writePrompt(request.messages, dialect, call.signal)
  if (mustBeJson) prompt.unshift({ role: 'system', content: JSON_INSTRUCTION })
  const options: LanguageModelV4CallOptions = {
    prompt,
    ...samplingOf(request),
    ...writeTools(request, dialect, maySearch),
    ...responseFormatOf(request, mustBeJson),
    abortSignal: call.signal,
  }
  return { model: request.model, options: await dialect.adapt(options, request), mustBeJson }
}

function parseRequest({ request, origin }: ChatCall): ChatRequest {
  // Schemas go on with the numbers that the caller wrote.
  const parsed = ChatRequest.safeParse({ ...request, ...origin?.source.exact('tools', 'response_format') })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const param = issue?.path.join('.') || null
  throw new UpstreamError('rejected', {
    param,
    message: `${param ?? 'The request'} is not as this model takes it.`,
  })
}

function samplingOf(request: ChatRequest): Partial<LanguageModelV4CallOptions> {
  const { stop } = request
  const maxOutputTokens = request.max_completion_tokens ?? request.max_tokens
  return {
    ...(maxOutputTokens != null && { maxOutputTokens }),
    ...(request.temperature != null && { temperature: request.temperature }),
    ...(request.top_p != null && { topP: request.top_p }),
    ...(request.top_k != null && { topK: request.top_k }),
    ...(request.frequency_penalty && { frequencyPenalty: request.frequency_penalty }),
    ...(request.presence_penalty && { presencePenalty: request.presence_penalty }),
    ...(request.seed != null && { seed: request.seed }),
    ...(stop != null && stop.length > 0 && { stopSequences: typeof stop === 'string' ? [stop] : stop }),
    ...(request.reasoning_effort != null && { reasoning: request.reasoning_effort }),
  }
}

function asksForAnyJson({ response_format: format }: ChatRequest): boolean {
  if (format?.type === 'json_schema') return format.json_schema.schema === undefined
  return format?.type === 'json_object'
}

function responseFormatOf(
  { response_format: format }: ChatRequest,
  mustBeJson: boolean,
): Pick<LanguageModelV4CallOptions, 'responseFormat'> {
  if (format == null || format.type === 'text') return {}
  if (mustBeJson) return { responseFormat: { type: 'json', schema: ANY_OBJECT } }
  if (format.type === 'json_object') return { responseFormat: { type: 'json' } }
  const { schema, name, description } = format.json_schema
  return {
    responseFormat: {
      type: 'json',
      name,
      ...(description && { description }),
      ...(schema && { schema }),
    },
  }
}
