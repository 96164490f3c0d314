import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider'
import type { ToolNames } from '@/lib/upstream/contract/tool-names'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import {
  cacheSeal,
  promptBlocked,
  readMetadata,
  toFinishReason,
  toUsage,
  writeCitation,
  writeReasoningDetail,
  writeStop,
  writeToolCall,
} from './answer'
import type { ChatDialect } from './dialects'
import type { WrittenCall } from './write-call'

/** The whole answer as one `chat.completion`. Throws UpstreamError for an invalid answer. */
export function toCompletion(
  result: LanguageModelV4GenerateResult,
  { model, names }: WrittenCall,
  dialect: ChatDialect,
): object {
  const message = messageOf(result, dialect, names)
  const finishReason = toFinishReason(result.finishReason)
  const { isPromptBlocked, stopSequence } = readMetadata(result.providerMetadata)
  if (result.content.length === 0 && isPromptBlocked) throw promptBlocked()
  if (finishReason === null) throw new UpstreamError('failed', { status: 200 })
  const usage = toUsage(result, model, result.content.length > 0)
  const ending = { finish_reason: finishReason, ...writeStop(stopSequence) }
  return {
    id: result.response?.id ?? '',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ index: 0, message, logprobs: null, ...ending }],
    ...(usage && { usage }),
  }
}

type Message = { role: 'assistant'; content: string | null; refusal: null } & Record<string, unknown>

function messageOf(
  { content }: LanguageModelV4GenerateResult,
  dialect: ChatDialect,
  names: ToolNames,
): Message {
  const text = content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('')
  const thoughts = content.flatMap((part) => (part.type === 'reasoning' ? part.text : [])).join('')
  const calls = content.filter(isCallForClient).map((call) => writeCall(call, names))
  const details = content.flatMap((part) => detailsOf(part, dialect))
  const citations = citationsOf(content, dialect)
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(thoughts !== '' && { reasoning_content: thoughts }),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(citations.length > 0 && { annotations: citations }),
  }
}

function citationsOf(content: readonly LanguageModelV4Content[], { citesInTexts }: ChatDialect): object[] {
  let end = 0
  return content.flatMap((part) => {
    if (part.type === 'source') return citesInTexts ? [] : writeCitation(part)
    if (part.type !== 'text') return []
    const span = [end, end + part.text.length] as const
    end += part.text.length
    return (part.citations ?? []).flatMap(({ source, citedText: text }) =>
      writeCitation(source, { span, text }),
    )
  })
}

/** Calls of the vendor's own tools run there, so the client must not answer them. */
function isCallForClient(part: LanguageModelV4Content): part is LanguageModelV4ToolCall {
  return part.type === 'tool-call' && part.providerExecuted !== true
}

function writeCall(
  { toolCallId: id, toolName, input, providerMetadata }: LanguageModelV4ToolCall,
  names: ToolNames,
) {
  const { thoughtSignature } = readMetadata(providerMetadata)
  const call = { id, name: names.toCaller(toolName), arguments: input }
  cacheSeal({ id, function: call }, thoughtSignature)
  return writeToolCall({ ...call, thoughtSignature })
}

function detailsOf(part: LanguageModelV4Content, dialect: ChatDialect): object[] {
  if (part.type !== 'reasoning') return []
  const { signature, redacted } = readMetadata(part.providerMetadata)
  return [
    writeReasoningDetail({ text: part.text, signature, redacted }, dialect.reasoningFormat) ?? [],
  ].flat()
}
