import { readModel } from '@/lib/catalog/models/models'
import { findModelOf, listModelsOf } from '@/lib/catalog/models/read-snapshot'
import { canSearchWeb, resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import { type Caller, refusesModel } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import type { StreamBody } from '@/lib/platform/stream'
import { countPromptTokens } from '@/lib/upstream/prompt-tokens'
import type { ChatContext } from '../../create-completion'
import { completeInDialect, type Dialect } from '../../dialect'
import { fieldNames, toChatRequest, toPrompt } from './internal/chat-request'
import { GeminiStream, toGenerateContentReply } from './internal/reply'
import type { GeminiModel, GeminiModelList, GenerateContentRequest, ModelMethodRequest } from './schema'

type Input = {
  /** The path below `/v1beta/models/`: a model's ID, a colon and a method. */
  path: readonly string[]
  body: ModelMethodRequest
  /** Whether a stream is wanted as server-sent events. */
  isSse: boolean
}

/** Calls a method of a model. Returns JSON text, or a stream of server-sent events. */
export async function callModelMethod(
  caller: Caller,
  { path, body, isSse }: Input,
  context: ChatContext,
): Promise<string | StreamBody> {
  const { model, method } = readPath(caller, path)
  if (method === 'countTokens') return JSON.stringify(countTokens(caller, model, body))
  const request = toGenerateRequest(body, 'contents')
  if (method === 'generateContent') return await generate(caller, model, request, context, false)
  if (method !== 'streamGenerateContent')
    throw new AppError('not_found', {
      message: `${JSON.stringify(method)} is not a method of models. Use generateContent, streamGenerateContent or countTokens.`,
    })
  if (isSse) return await generate(caller, model, request, context, true)
  const whole = await generate(caller, model, request, context, false)
  return `[${String(whole)}]`
}

function readPath(caller: Caller, path: readonly string[]): { model: string; method: string } {
  const whole = path.join('/')
  const colon = whole.lastIndexOf(':')
  return {
    model: modelId(caller, colon < 0 ? whole : whole.slice(0, colon)),
    method: colon < 0 ? '' : whole.slice(colon + 1),
  }
}

/** Google's clients name models without their vendor: `gemini-…` is `google/gemini-…` unless the catalog has that name itself. */
function modelId({ customerId }: Caller, given: string): string {
  if (given.includes('/') || findModelOf(customerId, given)) return given
  const google = `google/${given}`
  return findModelOf(customerId, google) ? google : given
}

function toGenerateRequest(body: ModelMethodRequest, param: string): GenerateContentRequest {
  const { contents } = body
  if (contents === undefined)
    throw new AppError('missing_parameter', { param, message: `${param} is required.` })
  return { ...body, contents }
}

function generate(
  caller: Caller,
  model: string,
  request: GenerateContentRequest,
  context: ChatContext,
  isStream: boolean,
): Promise<string | StreamBody> {
  const searches = canSearchWeb(caller, { model, modality: 'chat' })
  const supported = findModelOf(caller.customerId, model)?.supportedParameters ?? []
  const style = { showsThoughts: request.generationConfig?.thinkingConfig?.includeThoughts === true }
  const dialect: Dialect = {
    fieldNames,
    writeWhole: (answer) => toGenerateContentReply(answer, style),
    openStream: () => new GeminiStream(style),
  }
  const asked = toChatRequest({ model, request, searches, supported, isStream })
  return completeInDialect(dialect, caller, asked, context)
}

/** The tokens of a conversation, counted here with a real tokenizer (long ones are estimated). Costs nothing. */
function countTokens(caller: Caller, model: string, body: ModelMethodRequest): { totalTokens: number } {
  const request = body.generateContentRequest ?? toGenerateRequest(body, 'contents')
  resolveRoutes(caller, { model, modality: 'chat' })
  return {
    totalTokens: countPromptTokens(
      toPrompt(model, request, canSearchWeb(caller, { model, modality: 'chat' })),
    ),
  }
}

/** The chat models that the caller can use, in pages by ID. */
export function listGeminiModels(
  caller: Caller,
  { pageSize, pageToken }: { pageSize: number; pageToken: string },
): GeminiModelList {
  const found = listModelsOf(caller.customerId).filter(
    ({ id, modality }) => modality === 'chat' && refusesModel(caller, id) === undefined && id > pageToken,
  )
  const page = found.slice(0, pageSize)
  const last = page.at(-1)
  return {
    models: page.map(({ id }) => readGeminiModel(caller, [id])),
    ...(found.length > page.length && last && { nextPageToken: last.id }),
  }
}

export function readGeminiModel(caller: Caller, path: readonly string[]): GeminiModel {
  const model = readModel(caller, modelId(caller, path.join('/')))
  return {
    name: `models/${model.id}`,
    version: model.id,
    displayName: model.name,
    description: model.description ?? '',
    inputTokenLimit: model.context_length ?? 0,
    outputTokenLimit: model.max_output_tokens ?? 0,
    supportedGenerationMethods:
      model.modality === 'chat' ? ['generateContent', 'streamGenerateContent', 'countTokens'] : [],
  }
}
