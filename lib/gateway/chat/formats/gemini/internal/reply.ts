import { isRecord, parseJson } from '@/lib/platform/json'
import type { AnswerEnd, AnswerPart, Citation, WholeAnswer } from '../../../answer'
import type { StreamFailure, StreamTranslator } from '../../../dialect'
import type { UsageReply } from '../../../schema'
import { statusName } from '../errors'
import type { FinishReason, GenerateContentReply, ReplyPart, UsageMetadata } from '../schema'
import { writeThoughtSeal } from './seals'

type Style = {
  /** Whether thoughts were requested (`includeThoughts`). */
  showsThoughts: boolean
}

/** A whole answer in Google's format. */
export function toGenerateContentReply(answer: WholeAnswer, style: Style): GenerateContentReply {
  const writer = new GeminiStream(style)
  writer.begin(answer)
  const parts = [...answer.parts.flatMap((part) => writer.read(part)), ...writer.readCall()]
  return writer.reply(joined(parts), answer.end)
}

/** Neighbouring texts as one. */
function joined(parts: readonly ReplyPart[]): ReplyPart[] {
  const list: ReplyPart[] = []
  for (const part of parts) {
    const last = list.at(-1)
    if (last && 'text' in last && 'text' in part && last.thought === part.thought && !last.thoughtSignature)
      list[list.length - 1] = { ...last, ...part, text: last.text + part.text }
    else list.push(part)
  }
  return list
}

type Call = { id: string; index: number; name: string; text: string; signature?: string }

/** Writes a stream as Google's chunks. A call is written whole, when all of its arguments have arrived. */
export class GeminiStream implements StreamTranslator {
  #head = { modelVersion: '', responseId: '' }
  #call: Call | undefined
  #calls = 0
  #hasRefused = false
  readonly #citations: Citation[] = []

  constructor(private readonly style: Style) {}

  begin({ id, model }: { id: string; model: string }): string {
    this.#head = { modelVersion: model, responseId: id }
    return ''
  }

  write(part: AnswerPart): string {
    return this.#chunk(this.read(part))
  }

  /** What can be written now that this part has arrived. */
  read(part: AnswerPart): ReplyPart[] {
    if (
      part.type === 'call' &&
      this.#call?.index === part.index &&
      (part.id === '' || part.id === this.#call.id)
    ) {
      this.#call.text += part.arguments
      return []
    }
    const ended = this.readCall()
    if (part.type === 'call') {
      this.#calls += 1
      const { index, name, arguments: text, signature } = part
      this.#call = {
        id: part.id || `call_${this.#calls}`,
        index,
        name,
        text,
        ...(signature && { signature }),
      }
      return ended
    }
    return [...ended, ...this.#readOther(part)]
  }

  #readOther(part: Exclude<AnswerPart, { type: 'call' }>): ReplyPart[] {
    switch (part.type) {
      case 'thought':
        return this.style.showsThoughts ? [{ text: part.text, thought: true }] : []
      case 'seal': {
        const seal = this.style.showsThoughts ? writeThoughtSeal(part.seal) : undefined
        return seal === undefined ? [] : [{ text: '', thought: true, thoughtSignature: seal }]
      }
      case 'citation':
        this.#citations.push(part.citation)
        return []
      case 'refusal':
        this.#hasRefused = true
        return [{ text: part.text }]
      case 'text':
        return [{ text: part.text }]
    }
  }

  /** The call whose arguments are complete. */
  readCall(): ReplyPart[] {
    const call = this.#call
    this.#call = undefined
    if (call === undefined) return []
    const args = parseJson(call.text)
    const functionCall = { id: call.id, name: call.name, args: isRecord(args) ? args : {} }
    return [{ functionCall, ...(call.signature && { thoughtSignature: call.signature }) }]
  }

  keepAlive(): string {
    return ': keep-alive\n\n'
  }

  finish(end: AnswerEnd): string {
    const parts = this.readCall()
    return writeEvent(this.reply(parts.length > 0 ? parts : [{ text: '' }], end))
  }

  fail({ message }: StreamFailure): string {
    return writeEvent({ error: { code: 502, message, status: statusName(502) } })
  }

  /** The answer, or the last chunk of one. */
  reply(parts: ReplyPart[], end: AnswerEnd): GenerateContentReply {
    const pages = new Map(this.#citations.map(({ url, title }) => [url, { web: { uri: url, title } }]))
    return {
      candidates: [
        {
          content: { role: 'model', parts },
          finishReason: toFinishReason(end.finishReason, this.#hasRefused),
          index: 0,
          ...(pages.size > 0 && { groundingMetadata: { groundingChunks: [...pages.values()] } }),
        },
      ],
      usageMetadata: toUsageMetadata(end.usage),
      ...this.#head,
    }
  }

  #chunk(parts: ReplyPart[]): string {
    if (parts.length === 0) return ''
    return writeEvent({ candidates: [{ content: { role: 'model', parts }, index: 0 }], ...this.#head })
  }
}

function toFinishReason(reason: string, hasRefused: boolean): FinishReason {
  if (reason === 'length') return 'MAX_TOKENS'
  return reason === 'content_filter' || hasRefused ? 'SAFETY' : 'STOP'
}

/** Google counts thoughts apart from the answer. */
function toUsageMetadata(usage: UsageReply): UsageMetadata {
  const { prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details } = usage
  const thoughts = Math.min(completion_tokens_details.reasoning_tokens, completion_tokens)
  const cached = prompt_tokens_details.cached_tokens
  return {
    promptTokenCount: prompt_tokens,
    candidatesTokenCount: completion_tokens - thoughts,
    totalTokenCount: prompt_tokens + completion_tokens,
    ...(thoughts > 0 && { thoughtsTokenCount: thoughts }),
    ...(cached > 0 && { cachedContentTokenCount: cached }),
    cost: usage.cost,
  }
}

function writeEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}
