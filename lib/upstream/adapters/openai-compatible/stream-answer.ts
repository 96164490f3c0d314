import { parseJson } from '@/lib/platform/json'
import type { ChatByteStream, ChatStreamReceiver } from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { parseWhole } from '@/lib/upstream/reading/completion'
import { readEnvelope } from '@/lib/upstream/reading/errors'
import { BodyStart, EventSplitter, isDone } from '@/lib/upstream/reading/frames'
import { EventProgress } from './answers'
import { MAX_ERROR_BYTES, readError } from './read-error'
import type { AnswerHead, AnswerReceiver, Endpoint, UpstreamCall } from './transport'

/**
 * Detects the kind of an answer by its first bytes, whatever its media type: the requested stream, which is handed over with
 * its first event; JSON, which becomes a stream once it is complete; or a refusal.
 */
export class StreamAnswer implements AnswerReceiver {
  readonly #progress = new EventProgress()
  /** Finds the first event. */
  readonly #first = new EventSplitter()
  readonly #start = new BodyStart()
  #head: AnswerHead = { status: 0, headers: {} }
  #call: UpstreamCall | undefined
  #kind: 'unknown' | 'events' | 'json' | 'other' = 'unknown'
  #stream: ByteStream | undefined
  #waiting: Buffer[] = []
  #waitingBytes = 0
  /** How many of them `#first` has read. */
  #readCount = 0

  constructor(
    private readonly endpoint: Endpoint,
    private readonly resolve: (stream: ChatByteStream) => void,
    private readonly reject: (error: unknown) => void,
    private readonly onAccepted?: () => void,
  ) {}

  onHead(head: AnswerHead, call: UpstreamCall): void {
    this.#head = head
    this.#call = call
    if (head.status !== 200) this.#kind = 'other'
    else if (this.#isDeclaredEvents()) this.onAccepted?.()
  }

  /** Comments and empty lines are not the first byte: another route may still be tried, and the deadline continues. */
  onBytes(bytes: Buffer): void {
    if (this.#stream === undefined && this.#kind === 'unknown') this.#kind = this.#kindOf(bytes)
    if (this.#kind === 'other') {
      this.#wait(bytes, MAX_ERROR_BYTES)
      return
    }
    const hasWords = this.#progress.hasWords(bytes)
    if (hasWords) this.#call?.recordProgress()
    else this.#call?.countIdle(bytes.length)
    if (this.#stream !== undefined) this.#stream.push(bytes)
    else {
      if (hasWords && this.#kind !== 'unknown') this.#call?.clearDeadline()
      if (this.#wait(bytes, this.endpoint.maxAnswerBytes) && this.#kind === 'events') this.#begin()
    }
  }

  onEnd(): void {
    if (this.#stream === undefined && this.#kind === 'events') this.#open(this.#first.end())
    if (this.#stream !== undefined) this.#stream.end()
    else if (this.#kind === 'json') this.#streamJson()
    else this.reject(this.#readRefusal())
  }

  onFail(error: unknown): void {
    if (this.#stream === undefined) this.reject(error)
    else if (error instanceof UpstreamError) this.#stream.break(error)
    else this.#stream.abort()
  }

  #kindOf(bytes: Buffer): 'unknown' | 'events' | 'json' | 'other' {
    const kind = this.#start.read(bytes.toString('latin1')) ?? 'unknown'
    // An answer with the media type of a stream is read as one, whatever its first bytes.
    return kind === 'other' && this.#isDeclaredEvents() ? 'events' : kind
  }

  #begin(): void {
    try {
      for (const bytes of this.#waiting.slice(this.#readCount)) {
        this.#readCount++
        this.#open(this.#first.push(bytes))
        if (this.#stream !== undefined) return
      }
    } catch (cause) {
      this.#call?.fail(new UpstreamError('failed', { cause }))
    }
  }

  /** Some upstreams accept a stream and refuse it in its first event: such a call can still use another route. */
  #open([first]: readonly string[]): void {
    if (first === undefined || this.#call === undefined) return
    const error = readEnvelope(isDone(first) ? undefined : readFirst(first))
    if (error === null) this.#handOver(this.#call)
    else this.#call.fail(readError(this.#head, Buffer.from(first, 'latin1'), this.endpoint))
  }

  #handOver(call: UpstreamCall): void {
    this.onAccepted?.()
    this.#stream = new ByteStream(call)
    for (const bytes of this.#waiting) this.#stream.push(bytes)
    this.resolve(this.#stream)
  }

  /** One object is the whole answer; several, one per line, are its chunks. */
  #streamJson(): void {
    const body = Buffer.concat(this.#waiting)
    const events = body.includes('"choices"') ? toEvents(body) : undefined
    if (events === undefined || this.#call === undefined) {
      this.reject(this.#readRefusal())
      return
    }
    this.#waiting = [Buffer.from(events)]
    this.#handOver(this.#call)
    this.#stream?.end()
  }

  /** False if there are too many bytes. */
  #wait(bytes: Buffer, mostBytes: number): boolean {
    this.#waitingBytes += bytes.length
    this.#waiting.push(bytes)
    if (this.#waitingBytes <= mostBytes) return true
    this.#call?.fail(this.#readRefusal())
    return false
  }

  #readRefusal(): UpstreamError {
    return readError(this.#head, Buffer.concat(this.#waiting).subarray(0, MAX_ERROR_BYTES), this.endpoint)
  }

  #isDeclaredEvents(): boolean {
    const { 'content-type': type = 'text/event-stream' } = this.#head.headers
    return /^text\/event-stream\b/i.test(type)
  }
}

function readFirst(payload: string): unknown {
  return parseJson(Buffer.from(payload, 'latin1').toString('utf8'))
}

function toEvents(body: Buffer): string | undefined {
  try {
    const value = parseWhole(body)
    return readEnvelope(value) === null ? `data: ${JSON.stringify(value)}\n\ndata: [DONE]\n\n` : undefined
  } catch {
    // Not one value, so it has a chunk per line.
    return body
      .toString('utf8')
      .replaceAll(/^(?=\{)/gm, 'data: ')
      .replaceAll(/\r?\n/g, '\n\n')
  }
}

/**
 * A streamed body. Bytes that arrive without a reader (before `start`, or that the parser still emits after a pause) are
 * buffered in order, and so is the end.
 */
class ByteStream implements ChatByteStream {
  readonly #waiting: Buffer[] = []
  #receiver: ChatStreamReceiver | undefined
  #finish: ((receiver: ChatStreamReceiver) => void) | undefined
  #isHeld = true
  #isOver = false

  constructor(private readonly call: UpstreamCall) {}

  start(receiver: ChatStreamReceiver): void {
    this.#receiver = receiver
    this.resume()
  }

  resume(): void {
    if (!this.#isHeld || this.#receiver === undefined) return
    this.#isHeld = false
    this.#drain(this.#receiver)
    if (!this.#isHeld) this.call.resume()
  }

  abort(): void {
    this.#isOver = true
    this.#waiting.length = 0
    this.call.abort()
  }

  push(bytes: Buffer): void {
    if (this.#isOver) return
    if (this.#isHeld || this.#receiver === undefined) this.#hold(bytes)
    else if (!this.#receiver.onChunk(bytes)) this.#pause()
  }

  end(): void {
    this.#settle((receiver) => receiver.onEnd())
  }

  break(error: UpstreamError): void {
    this.#settle((receiver) => receiver.onError(error))
  }

  #settle(finish: (receiver: ChatStreamReceiver) => void): void {
    this.#finish = finish
    if (!this.#isHeld && this.#receiver !== undefined) this.#drain(this.#receiver)
  }

  #drain(receiver: ChatStreamReceiver): void {
    while (!this.#isHeld && !this.#isOver) {
      const bytes = this.#waiting.shift()
      if (bytes === undefined) break
      if (!receiver.onChunk(bytes)) this.#pause()
    }
    if (this.#isHeld || this.#isOver || this.#finish === undefined) return
    this.#isOver = true
    this.#finish(receiver)
  }

  #hold(bytes: Buffer): void {
    this.#waiting.push(bytes)
    this.call.pause()
  }

  #pause(): void {
    this.#isHeld = true
    this.call.pause()
  }
}
