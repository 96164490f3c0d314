import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ToolNames } from '@/lib/upstream/contract/tool-names'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import {
  cacheSeal,
  promptBlocked,
  readMetadata,
  toFinishReason,
  toPromptUsage,
  toUsage,
  writeCitation,
  writeReasoningDetail,
  writeStop,
  writeToolCall,
} from './answer'
import type { ChatDialect } from './dialects'
import type { WrittenCall } from './write-call'

type Part<Type extends LanguageModelV4StreamPart['type']> = Extract<LanguageModelV4StreamPart, { type: Type }>
type Thought = { index: number; signature: string | undefined; redacted: string | undefined }

/** Turns the parts of an answer into OpenAI's events. Throws UpstreamError for an invalid answer. */
export class ChunkWriter {
  readonly #head: { id: string; object: string; created: number; model: string }
  readonly #dialect: ChatDialect
  readonly #calls: ToolCallWriter
  readonly #thoughts = new Map<string, Thought>()
  #isFirst = true
  /** The length of the answer's text so far, and where each of its texts began. */
  #length = 0
  readonly #starts = new Map<string, number>()

  constructor({ model, names }: WrittenCall, dialect: ChatDialect) {
    const created = Math.floor(Date.now() / 1000)
    this.#head = { id: `chatcmpl-${created}`, object: 'chat.completion.chunk', created, model }
    this.#dialect = dialect
    this.#calls = new ToolCallWriter(names)
  }

  /** The events of a part; empty if it has nothing for the caller. Does not handle error parts. */
  write(part: LanguageModelV4StreamPart): string {
    switch (part.type) {
      case 'text-start':
        this.#starts.set(part.id, this.#length)
        return ''
      case 'text-end':
        return this.#cite(part)
      case 'text-delta':
        return this.#writeText(part.delta)
      case 'reasoning-start':
        this.#thoughts.set(part.id, { index: this.#thoughts.size, ...readMetadata(part.providerMetadata) })
        return ''
      case 'reasoning-delta':
        return this.#writeThought(part)
      case 'reasoning-end':
        return this.#sealThought(part.id)
      case 'tool-input-start':
      case 'tool-input-delta':
      case 'tool-call':
        return this.#calls
          .write(part)
          .map((call) => this.#delta({ tool_calls: [call] }))
          .join('')
      case 'source':
        return this.#dialect.citesInTexts ? '' : this.#annotate(writeCitation(part))
      case 'custom':
        return this.#count(toPromptUsage(part, this.#head.model))
      case 'finish':
        return this.#finish(part)
      default:
        return ''
    }
  }

  #writeText(text: string): string {
    this.#length += text.length
    return text === '' ? '' : this.#delta({ content: text })
  }

  #cite({ id, citations }: Part<'text-end'>): string {
    const span = [this.#starts.get(id) ?? 0, this.#length] as const
    return this.#annotate(
      (citations ?? []).flatMap(({ source, citedText: text }) => writeCitation(source, { span, text })),
    )
  }

  #annotate(annotations: object[]): string {
    return annotations.length === 0 ? '' : this.#delta({ annotations })
  }

  /** Thoughts that will be sealed are also sent as details, as OpenRouter does: text in chunks, the seal at the end. */
  #writeThought({ id, delta, providerMetadata }: Part<'reasoning-delta'>): string {
    const thought = this.#thoughts.get(id)
    if (thought !== undefined)
      thought.signature = readMetadata(providerMetadata).signature ?? thought.signature
    if (delta === '') return ''
    const { sealsThoughts, reasoningFormat: format } = this.#dialect
    const detail = { type: 'reasoning.text', text: delta, format, index: thought?.index }
    return this.#delta({ reasoning_content: delta, ...(sealsThoughts && { reasoning_details: [detail] }) })
  }

  #sealThought(id: string): string {
    const thought = this.#thoughts.get(id)
    const detail = thought && writeReasoningDetail(thought, this.#dialect.reasoningFormat)
    return detail === undefined
      ? ''
      : this.#delta({ reasoning_details: [{ ...detail, index: thought?.index }] })
  }

  #finish(part: Part<'finish'>): string {
    const { isPromptBlocked, stopSequence } = readMetadata(part.providerMetadata)
    if (this.#isFirst && isPromptBlocked) throw promptBlocked()
    const reason = toFinishReason(part.finishReason)
    if (reason === null) throw new UpstreamError('failed', { status: 200 })
    const saidSomething = !this.#isFirst
    const last = this.#choice({}, { finish_reason: reason, ...writeStop(stopSequence) })
    return `${last}${this.#count(toUsage(part, this.#head.model, saidSomething))}data: [DONE]\n\n`
  }

  #count(usage: object | undefined): string {
    return usage === undefined ? '' : this.#event({ choices: [], usage })
  }

  #delta(delta: object): string {
    return this.#choice(delta, { finish_reason: null })
  }

  #choice(delta: object, ending: object): string {
    const named = this.#isFirst ? { role: 'assistant', content: '', ...delta } : delta
    this.#isFirst = false
    return this.#event({ choices: [{ index: 0, delta: named, logprobs: null, ...ending }] })
  }

  #event(fields: object): string {
    return `data: ${JSON.stringify({ ...this.#head, ...fields })}\n\n`
  }
}

type CallPart = Extract<
  LanguageModelV4StreamPart,
  { type: 'tool-input-start' | 'tool-input-delta' | 'tool-call' }
>
type Begun = { index: number; hasArguments: boolean }

/** Writes the deltas of tool calls: each with its index, first with id and name, then with arguments. */
class ToolCallWriter {
  readonly #begun = new Map<string, Begun>()
  /** Calls of the vendor's own tools, which run there, so the client must not answer them. */
  readonly #foreign = new Set<string>()

  constructor(private readonly names: ToolNames) {}

  write(part: CallPart): object[] {
    switch (part.type) {
      case 'tool-input-start':
        if (part.providerExecuted === true) this.#foreign.add(part.id)
        return part.providerExecuted === true
          ? []
          : [this.#begin(part.id, part.toolName, part.providerMetadata)]
      case 'tool-input-delta':
        return this.#foreign.has(part.id) ? [] : this.#extend(part.id, part.delta)
      case 'tool-call': {
        if (part.providerExecuted === true || this.#foreign.has(part.toolCallId)) return []
        const { toolCallId: id, toolName, input, providerMetadata } = part
        const call = { id, function: { name: this.names.toCaller(toolName), arguments: input } }
        cacheSeal(call, readMetadata(providerMetadata).thoughtSignature)
        const begun = this.#begun.get(id)
        if (begun?.hasArguments === true) return []
        const start = begun === undefined ? [this.#begin(id, toolName, providerMetadata)] : []
        return [...start, ...this.#extend(id, input === '' ? '{}' : input)]
      }
    }
  }

  #begin(id: string, name: string, metadata: Parameters<typeof readMetadata>[0]): object {
    const index = this.#begun.size
    this.#begun.set(id, { index, hasArguments: false })
    const { thoughtSignature } = readMetadata(metadata)
    return {
      index,
      ...writeToolCall({ id, name: this.names.toCaller(name), arguments: '', thoughtSignature }),
    }
  }

  #extend(id: string, text: string): object[] {
    const begun = this.#begun.get(id)
    if (begun === undefined || text === '') return []
    begun.hasArguments = true
    return [{ index: begun.index, function: { arguments: text } }]
  }
}
