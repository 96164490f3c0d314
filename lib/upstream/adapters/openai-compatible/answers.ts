import { Readable } from 'node:stream'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { parseWhole } from '@/lib/upstream/reading/completion'
import { hasError } from '@/lib/upstream/reading/members'
import { MAX_ERROR_BYTES, readError } from './read-error'
import {
  type AnswerHead,
  type AnswerReceiver,
  type Endpoint,
  type Exchange,
  type OpenAiCompatibleSettings,
  type Post,
  resolveEndpoint,
  send,
} from './transport'

/**
 * Posts, and waits for the whole answer: JSON that bears the `mark` (none: its reader tells), whatever its type is said to
 * be. Rejects with UpstreamError, or the signal's reason.
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

/** Asks one address of an upstream by JSON. */
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
 * What `read` makes of an answer under status 200. Where there is an error in it, or `read` throws, it fails as the error
 * says; without one it makes no sense.
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
  const said = readError({ status: 200, headers: {} }, body.subarray(0, MAX_ERROR_BYTES), endpoint)
  throw said.fault === 'failed' ? new UpstreamError('failed', { status: 200, cause }) : said
}

/** Collects an answer and decides when all of it is there: status 200, and the mark that every good answer bears. */
class WholeAnswer implements AnswerReceiver {
  readonly #pieces: Buffer[] = []
  #sizeBytes = 0
  #capBytes = MAX_ERROR_BYTES
  #head: AnswerHead = { status: 0, headers: {} }
  #exchange: Exchange | undefined

  constructor(
    private readonly endpoint: Endpoint,
    private readonly mark: string,
    private readonly resolve: (body: Buffer) => void,
    private readonly reject: (error: unknown) => void,
    private readonly onAccepted?: () => void,
  ) {}

  onHead(head: AnswerHead, exchange: Exchange): void {
    this.#head = head
    this.#exchange = exchange
    if (!this.#isGood()) return
    this.#capBytes = this.endpoint.maxAnswerBytes
    this.onAccepted?.()
  }

  onBytes(bytes: Buffer): void {
    this.#sizeBytes += bytes.length
    if (hasWords(bytes)) {
      if (this.#head.status === 200) this.#exchange?.clearDeadline()
      this.#exchange?.noteProgress()
    } else this.#exchange?.noteIdling(bytes.length)
    if (this.#sizeBytes <= this.#capBytes) this.#pieces.push(bytes)
    else
      this.#exchange?.fail(this.#isGood() ? new UpstreamError('failed', { status: 200 }) : this.#readError())
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

  /** Something to look at, as proxies show it in the place of an answer. */
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

/** Whether there is anything but blanks and empty lines. */
export function hasWords(bytes: Buffer): boolean {
  return bytes.some((byte) => byte > BLANK)
}

/** All of a body, as long as it is no larger than anybody should take. */
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

const LINE_FEED = 0x0a
const RETURN = 0x0d
const COLON = 0x3a
const BLANK = 0x20

/** Scans server-sent events, which may be split anywhere, to tell comments and blanks from content. */
export class EventProgress {
  #line: 'new' | 'comment' | 'field' = 'new'

  /** Whether the bytes have anything but comments, also indented ones, blanks and empty lines. */
  hasWords(bytes: Buffer): boolean {
    let found = false
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? LINE_FEED
      if (byte === LINE_FEED || byte === RETURN) this.#line = 'new'
      else if (byte > BLANK && this.#line !== 'comment') {
        const isComment = this.#line === 'new' && byte === COLON
        this.#line = isComment ? 'comment' : 'field'
        found ||= !isComment
      }
    }
    return found
  }
}
