import { Readable } from 'node:stream'
import type { Endpoint } from './exchange'
import { type AnswerHead, type AnswerReceiver, type Exchange, type Post, send } from './exchange'
import { MAX_ERROR_BYTES, readError } from './read-error'

/** An answer whose bytes are read no faster than they are consumed. They fail with UpstreamError, or the signal's reason. */
export type BodyAnswer = { mediaType: string; body: AsyncIterable<Buffer> }

/** Posts, and resolves with an answer of status 200 whose media type is one of `types`. Rejects as the body fails. */
export function askBody(
  endpoint: Endpoint,
  post: Post,
  types: RegExp,
  onAccepted?: () => void,
): Promise<BodyAnswer> {
  return new Promise((resolve, reject) => {
    const accept = (answer: BodyAnswer) => {
      onAccepted?.()
      resolve(answer)
    }
    send(endpoint, post, new BodyReceiver(endpoint, types, accept, reject))
  })
}

/** Tells the requested answer from a refusal, and passes its bytes on. */
class BodyReceiver implements AnswerReceiver {
  #head: AnswerHead = { status: 0, headers: {} }
  #exchange: Exchange | undefined
  #isWanted = false
  readonly #refusal: Buffer[] = []
  #refusalBytes = 0
  readonly #body = new Readable({
    read: () => this.#exchange?.resume(),
    destroy: (error, done) => {
      this.#exchange?.abort()
      done(error)
    },
  }).on('error', () => undefined) // its reader gets the error

  constructor(
    private readonly endpoint: Endpoint,
    private readonly types: RegExp,
    private readonly resolve: (answer: BodyAnswer) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  onHead(head: AnswerHead, exchange: Exchange): void {
    this.#head = head
    this.#exchange = exchange
    const [mediaType = ''] = (head.headers['content-type'] ?? 'application/octet-stream').split(';')
    this.#isWanted = head.status === 200 && this.types.test(mediaType)
    if (this.#isWanted)
      this.resolve({ mediaType: mediaType.trim().toLowerCase(), body: this.#body as AsyncIterable<Buffer> })
  }

  onBytes(bytes: Buffer): void {
    if (!this.#isWanted) {
      this.#refusal.push(bytes)
      this.#refusalBytes += bytes.length
      if (this.#refusalBytes > MAX_ERROR_BYTES) this.#exchange?.fail(this.#readRefusal())
      return
    }
    this.#exchange?.clearDeadline()
    this.#exchange?.noteProgress()
    if (!this.#body.push(bytes)) this.#exchange?.pause()
  }

  onEnd(): void {
    if (this.#isWanted) this.#body.push(null)
    else this.reject(this.#readRefusal())
  }

  onFail(error: unknown): void {
    if (this.#isWanted) this.#body.destroy(error instanceof Error ? error : new Error(String(error)))
    else this.reject(error)
  }

  #readRefusal() {
    return readError(this.#head, Buffer.concat(this.#refusal), this.endpoint)
  }
}
