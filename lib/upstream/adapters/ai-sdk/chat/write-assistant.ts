import type {
  LanguageModelV4Message,
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
} from '@ai-sdk/provider'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { cacheOptions } from './cache-options'
import type { Message, ReasoningDetail } from './chat-request'
import type { ChatDialect } from './dialect'

type Assistant = Extract<LanguageModelV4Message, { role: 'assistant' }>
type From = Extract<Message, { role: 'assistant' }>
type ToolCall = NonNullable<From['tool_calls']>[number]

/** An earlier answer: its thoughts where they bear this vendor's seal, its text, its calls. */
export function writeAssistant(message: From, dialect: ChatDialect): Assistant {
  return {
    role: 'assistant',
    content: [
      ...(message.reasoning_details ?? []).flatMap((detail) => writeReasoning(detail, dialect)),
      ...writeTexts(message, dialect),
      ...(message.tool_calls ?? []).map((call) => writeCall(call, dialect)),
    ],
  }
}

function writeReasoning(detail: ReasoningDetail, dialect: ChatDialect): LanguageModelV4ReasoningPart[] {
  if (dialect.name !== 'anthropic' || detail.format !== dialect.reasoningFormat) return []
  const { text, signature, data } = detail
  if (data) return [{ type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: data } } }]
  if (!signature) return []
  return [{ type: 'reasoning', text: text ?? '', providerOptions: { anthropic: { signature } } }]
}

function writeCall(call: ToolCall, dialect: ChatDialect) {
  const thoughtSignature = call.extra_content?.google?.thought_signature
  return {
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: call.function.name,
    input: parseArguments(call.function.arguments),
    ...cacheOptions(call.cache_control, dialect),
    ...(dialect.name === 'google' &&
      thoughtSignature !== undefined && { providerOptions: { google: { thoughtSignature } } }),
  }
}

function parseArguments(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new UpstreamError('rejected', {
      param: 'messages',
      message: 'The arguments of a tool call in the messages are not JSON.',
    })
  }
}

function writeTexts({ content, refusal }: From, dialect: ChatDialect): LanguageModelV4TextPart[] {
  const parts: LanguageModelV4TextPart[] =
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : (content ?? []).map((part) => ({
          type: 'text',
          text: textOf(part),
          ...cacheOptions(part.cache_control, dialect),
        }))
  return [...parts, { type: 'text' as const, text: refusal ?? '' }].filter(({ text }) => text !== '')
}

function textOf(part: Exclude<NonNullable<From['content']>, string>[number]): string {
  if (part.type === 'text') return part.text
  return part.type === 'refusal' ? part.refusal : ''
}
