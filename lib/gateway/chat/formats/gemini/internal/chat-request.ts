import { AppError } from '@/lib/platform/errors'
import { isRecord } from '@/lib/platform/json'
import { sealOfCall } from '../../../answer'
import type { ChatMessage, ChatPart, ChatRequest, ChatTools } from '../../../schema'
import { toText } from '../../../to-text'
import type { Content, FunctionDeclaration, GenerateContentRequest, GenerationConfig, Part } from '../schema'
import { toJsonSchema } from './json-schema'
import { readThoughtSeal } from './seals'

/** The names of chat's fields in this format, for errors. */
export const fieldNames = {
  messages: 'contents',
  response_format: 'generationConfig.responseMimeType',
  stop: 'generationConfig.stopSequences',
  max_tokens: 'generationConfig.maxOutputTokens',
  temperature: 'generationConfig.temperature',
  top_p: 'generationConfig.topP',
  reasoning_effort: 'generationConfig.thinkingConfig',
  tool_choice: 'toolConfig.functionCallingConfig',
  tools: 'tools',
  web_search: 'tools',
}

type Asked = {
  model: string
  request: GenerateContentRequest
  /** Whether the model can search the web. */
  searches: boolean
  /** The parameters that the model is known to support. */
  supported: readonly string[]
  isStream: boolean
}

/** The request in chat's format. */
export function toChatRequest({ model, request, searches, supported, isStream }: Asked): ChatRequest {
  const config = request.generationConfig ?? {}
  const { temperature, topP, topK, maxOutputTokens, stopSequences, seed } = config
  const { presencePenalty, frequencyPenalty } = config
  return {
    ...toPrompt(model, request, searches),
    ...(isStream && { stream: true, stream_options: { include_usage: true } }),
    ...(temperature != null && { temperature }),
    ...(topP != null && { top_p: topP }),
    // Hints: upstreams that do not know them would refuse the request.
    ...(topK != null && supported.includes('top_k') && { top_k: topK }),
    ...(supported.includes('reasoning_effort') && toEffort(config.thinkingConfig)),
    ...(maxOutputTokens && { max_tokens: maxOutputTokens }),
    ...(stopSequences?.length && { stop: stopSequences }),
    ...(seed != null && { seed }),
    ...(presencePenalty != null && { presence_penalty: presencePenalty }),
    ...(frequencyPenalty != null && { frequency_penalty: frequencyPenalty }),
  }
}

/** What the model reads of a request: everything that counts as its prompt. */
export function toPrompt(model: string, request: GenerateContentRequest, searches: boolean): ChatRequest {
  const { models, provider, generationConfig } = request
  return {
    model,
    ...(models != null && { models }),
    ...(provider != null && { provider }),
    messages: toMessages(request),
    ...toTools(request, searches),
    ...toFormat(generationConfig ?? {}),
  }
}

/** Google's own sizes of efforts (ai.google.dev/gemini-api/docs/openai). */
const LOW_BUDGET = 1024
const MEDIUM_BUDGET = 8192

function toEffort(thinking: GenerationConfig['thinkingConfig']): { reasoning_effort?: string } {
  const { thinkingLevel: level, thinkingBudget: budget } = thinking ?? {}
  if (level && level !== 'unspecified') return { reasoning_effort: level }
  if (budget == null || budget < 0) return {}
  if (budget === 0) return { reasoning_effort: 'none' }
  return { reasoning_effort: budget <= LOW_BUDGET ? 'low' : budget <= MEDIUM_BUDGET ? 'medium' : 'high' }
}

function toFormat(config: GenerationConfig): Pick<ChatRequest, 'response_format'> {
  const { responseMimeType, responseSchema, responseJsonSchema } = config
  const schema = isRecord(responseJsonSchema)
    ? responseJsonSchema
    : responseSchema && toJsonSchema(responseSchema)
  if (responseMimeType !== 'application/json') return {}
  if (!schema) return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { name: 'output', schema } } }
}

function toTools({ tools, toolConfig }: GenerateContentRequest, canSearch: boolean): ChatTools {
  const { mode, allowedFunctionNames: allowed } = toolConfig?.functionCallingConfig ?? {}
  const isForced = mode === 'ANY'
  const declared = (tools ?? []).flatMap(({ functionDeclarations }) => functionDeclarations ?? [])
  const offered =
    isForced && allowed?.length ? declared.filter(({ name }) => allowed.includes(name)) : declared
  if (isForced && offered.length === 0)
    throw new AppError('invalid_parameter', {
      param: 'toolConfig.functionCallingConfig',
      message:
        'toolConfig.functionCallingConfig requires a call, but no function is declared that may be called.',
    })
  const search = (tools ?? []).some((tool) => (tool.googleSearch ?? tool.googleSearchRetrieval) != null)
  return {
    ...(search && canSearch && { web_search: true }),
    ...(offered.length > 0 && { tools: offered.map(toFunction) }),
    ...(isForced && { tool_choice: 'required' }),
    ...(mode === 'NONE' && offered.length > 0 && { tool_choice: 'none' }),
  }
}

function toFunction(declared: FunctionDeclaration): NonNullable<ChatTools['tools']>[number] {
  const { name, description, parameters, parametersJsonSchema } = declared
  const schema = isRecord(parametersJsonSchema)
    ? parametersJsonSchema
    : parameters && toJsonSchema(parameters)
  return {
    type: 'function',
    function: {
      name,
      ...(description != null && { description }),
      parameters: schema ?? { type: 'object', properties: {} },
    },
  }
}

function toMessages({ systemInstruction, contents }: GenerateContentRequest): ChatMessage[] {
  const calls = new CallIds()
  const system = (systemInstruction?.parts ?? []).flatMap(({ text }) => text || [])
  return [
    ...(system.length > 0 ? [{ role: 'system' as const, content: system.join('\n\n') }] : []),
    ...contents.flatMap((content) =>
      content.role === 'model' ? toAssistantMessages(content, calls) : toUserMessages(content, calls),
    ),
  ]
}

/** The IDs of calls. Older clients send none: then a response belongs to the first open call of its name. */
class CallIds {
  #count = 0
  /** Found by ID and in order by name, so that thousands of calls take no longer each. */
  readonly #open = new Set<string>()
  readonly #byName = new Map<string, string[]>()

  idOfCall({ id: given, name }: NonNullable<Part['functionCall']>): string {
    this.#count += 1
    const id = given || `call_${this.#count}`
    this.#open.add(id)
    const named = this.#byName.get(name)
    if (named) named.push(id)
    else this.#byName.set(name, [id])
    return id
  }

  /** Undefined for a response without a call. */
  idOfResponse({ id: given, name }: NonNullable<Part['functionResponse']>): string | undefined {
    const named = this.#byName.get(name)
    let id = given || named?.shift()
    while (!given && id !== undefined && !this.#open.has(id)) id = named?.shift()
    return id !== undefined && this.#open.delete(id) ? id : undefined
  }
}

function toUserMessages({ role, parts }: Content, calls: CallIds): ChatMessage[] {
  const results: ChatMessage[] = []
  const rest: ChatPart[] = []
  for (const part of parts ?? []) {
    const { functionResponse: response } = part
    if (response == null) {
      rest.push(...toParts(part))
      continue
    }
    const id = calls.idOfResponse(response)
    const content = writeResponse(response.response ?? {})
    if (id === undefined) rest.push({ type: 'text', text: `The result of ${response.name}: ${content}` })
    else results.push({ role: 'tool', tool_call_id: id, content })
    const media = (response.parts ?? []).flatMap(toParts)
    if (media.length > 0)
      rest.push({ type: 'text', text: `The result of ${response.name} also contains:` }, ...media)
  }
  if (rest.length === 0 && results.length > 0) return results
  const [first] = rest
  const content = rest.length === 1 && first?.type === 'text' ? first.text : rest
  return [
    ...results,
    { role: role === 'system' ? 'system' : 'user', content: content.length === 0 ? '' : content },
  ]
}

/** Google's form of a result is an object; by its documentation `output` is what the function returned, and `error` a failure. */
function writeResponse(response: Readonly<Record<string, unknown>>): string {
  const [name, ...others] = Object.keys(response)
  if (others.length > 0 || name === undefined) return JSON.stringify(response)
  const value = response[name]
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (name === 'output') return text
  return name === 'error' ? `Error: ${text}` : JSON.stringify(response)
}

function toAssistantMessages({ parts }: Content, calls: CallIds): ChatMessage[] {
  const text: string[] = []
  const thoughts: string[] = []
  const seals: object[] = []
  const tool_calls: NonNullable<Extract<ChatMessage, { role: 'assistant' }>['tool_calls']> = []
  for (const part of parts ?? []) {
    const { functionCall: call, thoughtSignature } = part
    if (call != null) {
      const given = { name: call.name, arguments: JSON.stringify(call.args ?? {}) }
      const sealed = sealOfCall(thoughtSignature ?? undefined)
      tool_calls.push({ id: calls.idOfCall(call), type: 'function', function: given, ...sealed })
    } else if (part.thought === true) {
      const seal = readThoughtSeal(thoughtSignature)
      if (seal) seals.push({ ...seal, ...(part.text && { text: part.text }) })
      else if (part.text) thoughts.push(part.text)
    } else {
      for (const one of toParts(part)) if (one.type === 'text') text.push(one.text)
    }
  }
  if (text.length === 0 && tool_calls.length === 0) return []
  return [
    {
      role: 'assistant',
      content: text.length === 0 ? null : text.join(''),
      ...(thoughts.length > 0 && { reasoning_content: thoughts.join('') }),
      ...(seals.length > 0 && { reasoning_details: seals }),
      ...(tool_calls.length > 0 && { tool_calls }),
    },
  ]
}

function toParts(part: Part | Pick<Part, 'inlineData' | 'fileData'>): ChatPart[] {
  if ('text' in part && typeof part.text === 'string')
    return part.text === '' ? [] : [{ type: 'text', text: part.text }]
  const { inlineData, fileData } = part
  if (inlineData != null)
    return [toMedia(inlineData.mimeType, `data:${inlineData.mimeType};base64,${inlineData.data}`)]
  if (fileData != null) return [toMedia(fileData.mimeType ?? '', webUrl(fileData.fileUri))]
  const [type] = Object.keys(part).filter((name) => isRecord(Reflect.get(part, name)))
  return type === undefined ? [] : [{ type: 'text', text: toText({ ...fieldsOf(part, type), type }) }]
}

function fieldsOf(part: object, name: string): Record<string, unknown> {
  const value: unknown = Reflect.get(part, name)
  return isRecord(value) ? value : {}
}

function webUrl(uri: string): string {
  if (/^https?:\/\//i.test(uri) && !uri.startsWith('https://generativelanguage.googleapis.com/')) return uri
  throw new AppError('unsupported_parameter', {
    param: 'fileData.fileUri',
    message:
      'fileData.fileUri must be a web address: files of Google’s are not stored here. Send inlineData instead.',
  })
}

function toMedia(mimeType: string, url: string): ChatPart {
  const [kind, format = ''] = mimeType.toLowerCase().split(';')[0]?.split('/') ?? []
  if (kind === 'image') return { type: 'image_url', image_url: { url } }
  if (kind === 'audio' && url.startsWith('data:'))
    return {
      type: 'input_audio',
      input_audio: { data: url.slice(url.indexOf(',') + 1), format: audioFormats[format] ?? format },
    }
  return { type: 'file', file: { filename: `file.${format || 'bin'}`, file_data: url } }
}

/** OpenAI's names of audio formats. */
const audioFormats: Readonly<Record<string, string>> = {
  mpeg: 'mp3',
  'x-wav': 'wav',
  wave: 'wav',
  mp4: 'm4a',
}
