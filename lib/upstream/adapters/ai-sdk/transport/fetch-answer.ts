import type { AnswerHead, AnswerReceiver, Exchange } from '@/lib/upstream/adapters/openai-compatible/exchange'
import { MAX_ERROR_BYTES } from '@/lib/upstream/adapters/openai-compatible/read-error'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

/** Bytes that may wait for a reader before the upstream is asked to pause. */
const WAITING_BYTES = 64 * 1024

type Expected = {
  /** Of a good answer. */
  contentType: RegExp
  maxBytes: number
  /** Whether bytes are an answer, and not only what keeps a connection open. */
  hasWords: (bytes: Buffer) => boolean
  readRefusal: (head: AnswerHead, body: Buffer) => UpstreamError
}

/** One answer as the `Response` that a vendor's package reads. Whatever is not the answer asked for rejects with UpstreamError. */
export class FetchAnswer implements AnswerReceiver {
  readonly #expected: Expected
  readonly #resolve: (response: Response) => void
  readonly #reject: (error: unknown) => void
  #head: AnswerHead = { status: 0, headers: {} }
  #exchange: Exchange | undefined
  #body: ReadableStreamDefaultController<Uint8Array> | undefined
  #refusal: Buffer[] = []
  #sizeBytes = 0

  constructor(expected: Expected, resolve: (response: Response) => void, reject: (error: unknown) => void) {
    this.#expected = expected
    this.#resolve = resolve
    this.#reject = reject
  }

  onHead(head: AnswerHead, exchange: Exchange): void {
    this.#head = head
    this.#exchange = exchange
    if (!this.#isExpected()) return
    this.#resolve(new Response(this.#open(exchange), { status: head.status, headers: headersOf(head) }))
  }

  onBytes(bytes: Buffer): void {
    this.#sizeBytes += bytes.length
    if (this.#body === undefined) this.#collectRefusal(bytes)
    else if (this.#sizeBytes > this.#expected.maxBytes)
      this.#exchange?.fail(new UpstreamError('failed', { status: this.#head.status }))
    else this.#deliver(this.#body, bytes)
  }

  onEnd(): void {
    if (this.#body === undefined) this.#reject(this.#readRefusal())
    else this.#body.close()
  }

  onFail(error: unknown): void {
    if (this.#body === undefined) this.#reject(error)
    else this.#body.error(error)
  }

  #open(exchange: Exchange): ReadableStream<Uint8Array> {
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => {
        this.#body = controller
      },
      pull: () => exchange.resume(),
      cancel: () => exchange.abort(),
    }
    return new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES }))
  }

  #deliver(body: ReadableStreamDefaultController<Uint8Array>, bytes: Buffer): void {
    body.enqueue(bytes)
    if ((body.desiredSize ?? 0) <= 0) this.#exchange?.pause()
    if (this.#expected.hasWords(bytes)) {
      this.#exchange?.clearDeadline()
      this.#exchange?.noteProgress()
    } else this.#exchange?.noteIdling(bytes.length)
  }

  #collectRefusal(bytes: Buffer): void {
    this.#refusal.push(bytes)
    if (this.#sizeBytes > MAX_ERROR_BYTES) this.#exchange?.fail(this.#readRefusal())
  }

  #readRefusal(): UpstreamError {
    return this.#expected.readRefusal(this.#head, Buffer.concat(this.#refusal))
  }

  #isExpected(): boolean {
    const { status, headers } = this.#head
    const type = headers['content-type']
    const isGood = status >= 200 && status < 300
    return isGood && typeof type === 'string' && this.#expected.contentType.test(type)
  }
}

function headersOf({ headers }: AnswerHead): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  )
}
