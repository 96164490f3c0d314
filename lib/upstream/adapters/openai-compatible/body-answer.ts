import { Readable } from 'node:stream'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import {
  type AnswerHead,
  type AnswerReceiver,
  type Endpoint,
  type Exchange,
  type Post,
  send,
} from './exchange'
import { MAX_ERROR_BYTES, readError } from './read-error'

/** An answer whose bytes are read no faster than they are consumed. They fail with UpstreamError, or the signal's reason. */
export type BodyAnswer = { head: AnswerHead; mediaType: string; body: AsyncIterable<Buffer> }

/** The answer that was asked for; what is none is a refusal. */
type Wanted = {
  types: RegExp
  mostStatus?: number
  mostBytes?: number
  /** Whether bytes are an answer, and not only what keeps a connection open. */
  hasWords?: (bytes: Buffer) => boolean
  readRefusal?: (head: AnswerHead, body: Buffer, endpoint: Endpoint) => UpstreamError
  onAccepted?: (() => void) | undefined
}

/** Sends, and resolves with the wanted answer as soon as it begins. Rejects as the body fails. */
export function askBody(endpoint: Endpoint, post: Post, wanted: Wanted): Promise<BodyAnswer> {
  return new Promise((resolve, reject) =>
    send(endpoint, post, new BodyReceiver(endpoint, wanted, resolve, reject)),
  )
}

/** Tells the requested answer from a refusal, and passes its bytes on. */
class BodyReceiver implements AnswerReceiver {
  #head: AnswerHead = { status: 0, headers: {} }
  #exchange: Exchange | undefined
  #isWanted = false
  #sizeBytes = 0
  readonly #refusal: Buffer[] = []
  readonly #body = new Readable({
    read: () => this.#exchange?.resume(),
    destroy: (error, done) => {
      this.#exchange?.abort()
      done(error)
    },
  }).on('error', () => undefined) // its reader gets the error

  constructor(
    private readonly endpoint: Endpoint,
    private readonly wanted: Wanted,
    private readonly resolve: (answer: BodyAnswer) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  onHead(head: AnswerHead, exchange: Exchange): void {
    this.#head = head
    this.#exchange = exchange
    const { types, mostStatus = 200, onAccepted } = this.wanted
    const [mediaType = ''] = (head.headers['content-type'] ?? 'application/octet-stream').split(';')
    this.#isWanted = head.status >= 200 && head.status <= mostStatus && types.test(mediaType)
    if (!this.#isWanted) return
    onAccepted?.()
    this.resolve({
      head,
      mediaType: mediaType.trim().toLowerCase(),
      body: this.#body as AsyncIterable<Buffer>,
    })
  }

  onBytes(bytes: Buffer): void {
    const { mostBytes = Number.POSITIVE_INFINITY, hasWords } = this.wanted
    this.#sizeBytes += bytes.length
    if (!this.#isWanted) {
      this.#refusal.push(bytes)
      if (this.#sizeBytes > MAX_ERROR_BYTES) this.#exchange?.fail(this.#readRefusal())
    } else if (this.#sizeBytes > mostBytes)
      this.#exchange?.fail(new UpstreamError('failed', { status: this.#head.status }))
    else {
      if (hasWords?.(bytes) === false) this.#exchange?.noteIdling(bytes.length)
      else {
        this.#exchange?.clearDeadline()
        this.#exchange?.noteProgress()
      }
      if (!this.#body.push(bytes)) this.#exchange?.pause()
    }
  }

  onEnd(): void {
    if (this.#isWanted) this.#body.push(null)
    else this.reject(this.#readRefusal())
  }

  onFail(error: unknown): void {
    if (this.#isWanted) this.#body.destroy(error instanceof Error ? error : new Error(String(error)))
    else this.reject(error)
  }

  #readRefusal(): UpstreamError {
    const { readRefusal = readError } = this.wanted
    return readRefusal(this.#head, Buffer.concat(this.#refusal), this.endpoint)
  }
}
