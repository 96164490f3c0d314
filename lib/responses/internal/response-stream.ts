import type { AnswerEnd } from '@/lib/chat/read-ending'
import type { AnswerPiece } from '@/lib/chat/read-pieces'
import type { StreamFailure, StreamTranslator } from '@/lib/chat/translate-stream'
import type { ResponsesRequest } from '../schema'
import { EventWriter } from './event-writer'
import { openOutput } from './open-output'
import type { OutputWriter } from './output-writer'
import { type Head, type Progress, toResponse } from './to-response'

/** Tells a stream in the Responses format's events. */
export class ResponseStream implements StreamTranslator {
  readonly #request: ResponsesRequest
  readonly #events = new EventWriter()
  #head: Head = { id: '', created: 0, model: '' }
  #output: OutputWriter

  constructor(request: ResponsesRequest) {
    this.#request = request
    this.#output = openOutput(request, this.#head.id, this.#events)
  }

  begin(head: Head): string {
    this.#head = head
    this.#output = openOutput(this.#request, head.id, this.#events)
    return this.#lifecycle('created') + this.#lifecycle('in_progress')
  }

  take(piece: AnswerPiece): string {
    return this.#output.take(piece)
  }

  keepAlive(): string {
    return ': keep-alive\n\n'
  }

  finish(end: AnswerEnd): string {
    const isWhole = end.finishReason !== 'length' && end.finishReason !== 'content_filter'
    const closing = this.#output.close(isWhole ? 'completed' : 'incomplete')
    return closing + this.#lifecycle(isWhole ? 'completed' : 'incomplete', { status: 'ended', end })
  }

  /** Told twice: as an event of its own, which some clients wait for, and as the end that the response came to. */
  fail({ message, code }: StreamFailure): string {
    const own = code === 'rate_limit_exceeded' ? code : 'server_error'
    const error = this.#events.write('error', { code: own, message, param: null })
    return error + this.#lifecycle('failed', { status: 'failed', error: { code: own, message } })
  }

  #lifecycle(name: string, progress: Progress = { status: 'in_progress' }): string {
    const response = toResponse(this.#head, this.#request, this.#output.output, progress)
    return this.#events.write(`response.${name}`, { response })
  }
}
