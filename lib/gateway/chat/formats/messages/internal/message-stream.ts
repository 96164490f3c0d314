import {
  type AnswerEnd,
  type AnswerPart,
  type Citation,
  type ReasoningSeal,
  sealOfCall,
} from '../../../answer'
import type { StreamFailure, StreamTranslator } from '../../../dialect'
import type { UsageReply } from '../../../schema'
import { writeError } from '../errors'
import {
  type MessageStyle,
  SEAL_FORMAT,
  toMessageId,
  toMessageUsage,
  toMetadata,
  toStop,
  toTextCitation,
  writeCallSeal,
} from './message-reply'

/** Writes a stream as Anthropic's events: one content block after another. */
export class MessageStream implements StreamTranslator {
  readonly #style: MessageStyle
  readonly #blocks = new BlockWriter()
  #hasCalls = false
  #hasRefused = false

  constructor(style: MessageStyle) {
    this.#style = style
  }

  /** The first event has the prompt's tokens as reported so far or counted here; the last one has the billed tokens. */
  begin({ id, model }: { id: string; model: string }, promptUsage: () => UsageReply): string {
    const { cost: _, ...usage } = toMessageUsage(promptUsage())
    const message = {
      id: toMessageId(id),
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
      ...toMetadata(this.#style),
    }
    return writeEvent({ type: 'message_start', message })
  }

  write(part: AnswerPart): string {
    switch (part.type) {
      case 'thought':
        return this.#style.showsThoughts ? this.#blocks.writeThought(part.text) : ''
      case 'seal':
        if (!this.#style.showsThoughts || part.seal.format !== SEAL_FORMAT) return ''
        return this.#blocks.writeSeal(part.seal)
      case 'refusal':
        this.#hasRefused = true
        return this.#blocks.writeText(part.text)
      case 'text':
        return this.#blocks.writeText(part.text)
      case 'citation':
        return this.#blocks.writeCitation(part.citation)
      case 'call':
        this.#hasCalls = true
        return this.#blocks.writeCall(part, this.#style.showsThoughts)
    }
  }

  keepAlive(): string {
    return writeEvent({ type: 'ping' })
  }

  finish(end: AnswerEnd): string {
    const delta = toStop(end, {
      hasCalls: this.#hasCalls,
      hasRefused: this.#hasRefused,
      sequences: this.#style.stopSequences,
    })
    return (
      this.#blocks.close() +
      writeEvent({ type: 'message_delta', delta, usage: toMessageUsage(end.usage) }) +
      writeEvent({ type: 'message_stop' })
    )
  }

  fail(error: StreamFailure): string {
    return writeEvent(writeError(error, this.#style.requestId))
  }
}

type CallPart = Extract<AnswerPart, { type: 'call' }>
type Open = { kind: 'text' | 'thinking' } | { kind: 'call'; index: number; id: string }

/** Writes an answer's blocks. One block is open at a time; a part of another block closes it. */
class BlockWriter {
  #open: Open | undefined
  #index = -1
  /** Citations arrive before the text that they belong to. */
  #citations: Citation[] = []

  writeText(text: string): string {
    const start = this.#open?.kind === 'text' ? '' : this.#start({ kind: 'text' }, { type: 'text', text: '' })
    return start + this.#delta({ type: 'text_delta', text }) + this.#writeCitations()
  }

  /** Adds the citation to the open text, or to the next one. */
  writeCitation(citation: Citation): string {
    this.#citations.push(citation)
    return this.#open?.kind === 'text' ? this.#writeCitations() : ''
  }

  writeThought(thinking: string): string {
    return this.#startThought() + this.#delta({ type: 'thinking_delta', thinking })
  }

  #startThought(): string {
    if (this.#open?.kind === 'thinking') return ''
    return this.#start({ kind: 'thinking' }, { type: 'thinking', thinking: '', signature: '' })
  }

  /** A thought's signature, or an encrypted thought that only its vendor can read. */
  writeSeal({ signature, data }: ReasoningSeal): string {
    if (data) return this.#start(undefined, { type: 'redacted_thinking', data }) + this.#stop()
    if (this.#open?.kind !== 'thinking') return ''
    return this.#delta({ type: 'signature_delta', signature }) + this.close()
  }

  /** Throws for a part of a call whose block is closed. */
  writeCall(part: CallPart, showsThoughts: boolean): string {
    const { index, id, name, arguments: json } = part
    const open = this.#open
    const continues = open?.kind === 'call' && open.index === index && (id === '' || id === open.id)
    if (!continues && id === '' && name === '') throw new Error('a part of a call whose block is not open')
    const start = continues ? '' : this.#startCall(part, showsThoughts)
    return start + (json === '' ? '' : this.#delta({ type: 'input_json_delta', partial_json: json }))
  }

  #startCall({ index, id: callId, name, signature }: CallPart, showsThoughts: boolean): string {
    const seal = signature && showsThoughts ? this.#writeCallSeal(signature) : ''
    const id = callId || `toolu_${this.#index + 1}`
    const block = { type: 'tool_use', id, name, input: {}, ...(!showsThoughts && sealOfCall(signature)) }
    return seal + this.#start({ kind: 'call', index, id }, block)
  }

  /** Writes the seal of a call into the thought before it, or into an empty one. */
  #writeCallSeal(signature: string): string {
    const seal = { type: 'reasoning.encrypted', signature: writeCallSeal(signature) }
    return this.#startThought() + this.writeSeal(seal)
  }

  #writeCitations(): string {
    const deltas = this.#citations.map((one) =>
      this.#delta({ type: 'citations_delta', citation: toTextCitation(one) }),
    )
    this.#citations = []
    return deltas.join('')
  }

  close(): string {
    return this.#open === undefined ? '' : this.#stop()
  }

  #start(open: Open | undefined, content_block: object): string {
    const before = this.close()
    this.#open = open
    this.#index++
    return before + writeEvent({ type: 'content_block_start', index: this.#index, content_block })
  }

  #delta(delta: object): string {
    return writeEvent({ type: 'content_block_delta', index: this.#index, delta })
  }

  #stop(): string {
    this.#open = undefined
    return writeEvent({ type: 'content_block_stop', index: this.#index })
  }
}

/** A server-sent event named like its data's type. */
function writeEvent(data: { type: string } & Record<string, unknown>): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}
