import type { AnswerEnd } from '@/lib/chat/read-ending'
import type { AnswerPiece } from '@/lib/chat/read-pieces'
import type { StreamFailure, StreamTranslator } from '@/lib/chat/translate-stream'
import { BlockWriter } from './block-writer'
import type { MessageStyle } from './message-style'
import { SEAL_FORMAT } from './seal-format'
import { toMessageId } from './to-message-id'
import { toMessageUsage } from './to-message-usage'
import { toStop } from './to-stop'
import { writeError } from './write-error'
import { writeEvent } from './write-event'

/** Tells a stream in Anthropic's events: one block of content after another, each from its start to its stop. */
export class MessageStream implements StreamTranslator {
  readonly #style: MessageStyle
  readonly #blocks = new BlockWriter()
  #hasCalls = false
  #hasRefused = false

  constructor(style: MessageStyle) {
    this.#style = style
  }

  /** How long the prompt is shows at the end: upstreams tell it last. */
  begin({ id, model }: { id: string; model: string }): string {
    const usage = {
      input_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: null,
      output_tokens: 0,
      server_tool_use: null,
    }
    const message = {
      id: toMessageId(id),
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    }
    return writeEvent({ type: 'message_start', message })
  }

  take(piece: AnswerPiece): string {
    switch (piece.type) {
      case 'thought':
        return this.#style.showsThoughts ? this.#blocks.writeThought(piece.text) : ''
      case 'seal':
        if (!this.#style.showsThoughts || piece.seal.format !== SEAL_FORMAT) return ''
        return this.#blocks.writeSeal(piece.seal)
      case 'refusal':
        this.#hasRefused = true
        return this.#blocks.writeText(piece.text)
      case 'text':
        return this.#blocks.writeText(piece.text)
      case 'citation':
        return this.#blocks.writeCitation(piece.citation)
      case 'call':
        this.#hasCalls = true
        return this.#blocks.writeCall(piece, this.#style.showsThoughts)
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
