import { Readable } from 'node:stream'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { parseWhole } from '@/lib/upstream/reading/completion'
import { hasError } from '@/lib/upstream/reading/members'
import { MAX_ERROR_BYTES, readError } from './read-error'
import {
  type AnswerHead,
  type AnswerReceiver,
  type Endpoint,
  type OpenAiCompatibleSettings,
  type Post,
  resolveEndpoint,
  send,
  type UpstreamCall,
} from './transport'

/**
 * Posts, and waits for the whole answer, which must contain `mark`, whatever its media type. Rejects with UpstreamError, or
 * the signal's reason.
 */
export function askWhole(
  endpoint: Endpoint,
  post: Post,
  mark: string,
  onAccepted?: () => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    send(endpoint, post, new WholeAnswer(endpoint, mark, resolve, reject, onAccepted)),
  )
}

type Watch = { signal: AbortSignal; onAccepted?: (() => void) | undefined }

type Read<Answer> = (answer: unknown) => Answer

/** Posts JSON to one endpoint of an upstream and reads the answer. */
export function jsonAsker(settings: OpenAiCompatibleSettings, path: string) {
  const endpoint = resolveEndpoint(settings)
  const target = {
    path: endpoint.path(path),
    headers: endpoint.headers('application/json', 'application/json'),
    deadlineMs: endpoint.answerTimeoutMs,
  }
  return async <Answer>(
    question: object,
    { signal, onAccepted }: Watch,
    read: Read<Answer>,
  ): Promise<Answer> => {
    const post = { ...target, body: JSON.stringify(question), signal }
    return readWhole(await askWhole(endpoint, post, '', onAccepted), endpoint, read)
  }
}

/**
 * Reads an answer under status 200. If it contains an error, or `read` throws, it throws that error as an UpstreamError, or
 * `failed`.
 */
export function readWhole<Answer>(body: Buffer, endpoint: Endpoint, read: Read<Answer>): Answer {
  let cause: unknown
  try {
    const answer = parseWhole(body)
    if (!hasError(answer)) return read(answer)
  } catch (thrown) {
    cause = thrown
  }
  if (cause instanceof UpstreamError) throw cause
  const error = readError({ status: 200, headers: {} }, body.subarray(0, MAX_ERROR_BYTES), endpoint)
  throw error.fault === 'failed' ? new UpstreamError('failed', { status: 200, cause }) : error
}

/** Collects a whole answer, which is good if it has status 200 and contains the mark. */
class WholeAnswer implements AnswerReceiver {
  readonly #pieces: Buffer[] = []
  #sizeBytes = 0
  #capBytes = MAX_ERROR_BYTES
  #head: AnswerHead = { status: 0, headers: {} }
  #call: UpstreamCall | undefined

  constructor(
    private readonly endpoint: Endpoint,
    private readonly mark: string,
    private readonly resolve: (body: Buffer) => void,
    private readonly reject: (error: unknown) => void,
    private readonly onAccepted?: () => void,
  ) {}

  onHead(head: AnswerHead, call: UpstreamCall): void {
    this.#head = head
    this.#call = call
    if (!this.#isGood()) return
    this.#capBytes = this.endpoint.maxAnswerBytes
    this.onAccepted?.()
  }

  onBytes(bytes: Buffer): void {
    this.#sizeBytes += bytes.length
    if (hasWords(bytes)) {
      if (this.#head.status === 200) this.#call?.clearDeadline()
      this.#call?.recordProgress()
    } else this.#call?.countIdle(bytes.length)
    if (this.#sizeBytes <= this.#capBytes) this.#pieces.push(bytes)
    else this.#call?.fail(this.#isGood() ? new UpstreamError('failed', { status: 200 }) : this.#readError())
  }

  onEnd(): void {
    const body = this.#body()
    if (this.#isGood() && body.includes(this.mark)) this.resolve(body)
    else this.reject(this.#readError())
  }

  onFail(error: unknown): void {
    this.reject(error)
  }

  #isGood(): boolean {
    return this.#head.status === 200 && !this.#isPage()
  }

  /** A page or image, which proxies send in place of an answer. */
  #isPage(): boolean {
    return /^(?:text\/html|image\/|video\/|application\/xhtml)/i.test(
      this.#head.headers['content-type'] ?? '',
    )
  }

  #readError(): UpstreamError {
    return readError(this.#head, this.#body(), this.endpoint)
  }

  #body(): Buffer {
    const [first] = this.#pieces
    return this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces)
  }
}

/** Whether there is anything besides blanks and empty lines. */
export function hasWords(bytes: Buffer): boolean {
  return bytes.some((byte) => byte > BLANK)
}

/** The whole body. Throws UpstreamError above `mostBytes`. */
export async function gather(
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
  status: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > mostBytes) throw new UpstreamError('failed', { status })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** An answer whose body is read with backpressure. Reading throws UpstreamError, or the signal's reason. */
export type BodyAnswer = { head: AnswerHead; mediaType: string; body: AsyncIterable<Buffer> }

/** The expected answer; any other is a refusal. */
type Wanted = {
  types: RegExp
  mostStatus?: number
  mostBytes?: number
  /** Whether bytes are content, not only keep-alive. */
  hasWords?: (bytes: Buffer) => boolean
  readRefusal?: (head: AnswerHead, body: Buffer, endpoint: Endpoint) => UpstreamError
  onAccepted?: (() => void) | undefined
}

/** Sends a request and resolves when the expected answer begins. Rejects with UpstreamError, or the signal's reason. */
export function askBody(endpoint: Endpoint, post: Post, wanted: Wanted): Promise<BodyAnswer> {
  return new Promise((resolve, reject) =>
    send(endpoint, post, new BodyReceiver(endpoint, wanted, resolve, reject)),
  )
}

/** Distinguishes the expected answer from a refusal, and passes its bytes on. */
class BodyReceiver implements AnswerReceiver {
  #head: AnswerHead = { status: 0, headers: {} }
  #call: UpstreamCall | undefined
  #isWanted = false
  #sizeBytes = 0
  readonly #refusal: Buffer[] = []
  readonly #body = new Readable({
    read: () => this.#call?.resume(),
    destroy: (error, done) => {
      this.#call?.abort()
      done(error)
    },
  }).on('error', () => undefined) // its reader gets the error

  constructor(
    private readonly endpoint: Endpoint,
    private readonly wanted: Wanted,
    private readonly resolve: (answer: BodyAnswer) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  onHead(head: AnswerHead, call: UpstreamCall): void {
    this.#head = head
    this.#call = call
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
      if (this.#sizeBytes > MAX_ERROR_BYTES) this.#call?.fail(this.#readRefusal())
    } else if (this.#sizeBytes > mostBytes)
      this.#call?.fail(new UpstreamError('failed', { status: this.#head.status }))
    else {
      if (hasWords?.(bytes) === false) this.#call?.countIdle(bytes.length)
      else {
        this.#call?.clearDeadline()
        this.#call?.recordProgress()
      }
      if (!this.#body.push(bytes)) this.#call?.pause()
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

const LINE_FEED = 0x0a
const RETURN = 0x0d
const COLON = 0x3a
const BLANK = 0x20

/** Scans server-sent events, which may be split anywhere, for content. */
export class EventProgress {
  #line: 'new' | 'comment' | 'field' = 'new'

  /** Whether the bytes have anything besides comments (also indented ones), blanks and empty lines. */
  hasWords(bytes: Buffer): boolean {
    let found = false
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? LINE_FEED
      if (byte === LINE_FEED || byte === RETURN) this.#line = 'new'
      else if (byte > BLANK && this.#line !== 'comment') {
        const isComment = this.#line === 'new' && byte === COLON
        this.#line = isComment ? 'comment' : 'field'
        found ||= !isComment
        // What is between does not matter any more.
        if (found && bytes[bytes.length - 1] === LINE_FEED) at = bytes.length - 2
      }
    }
    return found
  }
}
