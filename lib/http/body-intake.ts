import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'

/**
 * A larger body needs permission (`beforeLarge`), and counts as in flight until its response has ended, because the parsed
 * value occupies as much memory. Smaller bodies count until they are parsed.
 */
export const LARGE_BODY_BYTES = 1024 * 1024

const ARRIVAL_MILLIS = 120_000
const CHECK_MILLIS = 1000
/** How long reading pauses for memory. */
const PATIENCE_MILLIS = 10_000
const RETRY_SECONDS = 5
const SMALLEST_BUFFER_BYTES = 64 * 1024
const NOTHING: Buffer = Buffer.alloc(0)

export type BodyTerms = {
  maxBytes: number
  /** The customer or address whose share of the bytes in flight it uses. */
  owner: string
  /** Rejects if a large body should not be read. */
  beforeLarge?: (() => Promise<void>) | undefined
}

type InFlight = { budget: ByteBudget; arriving: Set<BodyIntake> }

let known: InFlight | undefined

/** The request bodies of this process, behind both doors. */
function inFlight(): InFlight {
  known ??= startCounting()
  return known
}

function startCounting(): InFlight {
  const total = env().BODY_BYTES_IN_FLIGHT
  const arriving = new Set<BodyIntake>()
  setInterval(() => cutLate(arriving), CHECK_MILLIS).unref()
  return { budget: new ByteBudget(total, Math.floor(total / 4)), arriving }
}

/** `arriving`: earliest first. */
function cutLate(arriving: ReadonlySet<BodyIntake>): void {
  const latest = performance.now() - ARRIVAL_MILLIS
  for (const body of arriving) {
    if (body.begunAt > latest) return
    body.cut(new AppError('request_timeout'))
  }
}

/** How many bytes of bodies this process has in memory. */
export const bytesInFlight = (): number => inFlight().budget.usedBytes

/**
 * Receives the body of one request into a buffer of the announced length, or one that doubles. Its bytes are reserved from
 * the process's budget. A body that arrives in one chunk needs no buffer.
 */
export class BodyIntake {
  begunAt = 0
  #bytes = NOTHING
  #size = 0
  #reservedBytes = 0
  #isReleased = false
  #mayBeLarge = false
  #cut: (error: AppError) => void = () => undefined
  readonly #inFlight = inFlight()

  constructor(
    readonly terms: BodyTerms,
    readonly announcedBytes: number | undefined,
  ) {}

  /** Throws if the announced length is too large. `cut` is called if the body takes too long to arrive. */
  begin(cut: (error: AppError) => void): void {
    if ((this.announcedBytes ?? 0) > this.terms.maxBytes) throw this.#tooLarge()
    this.#cut = cut
    this.begunAt = performance.now()
    this.#inFlight.arriving.add(this)
  }

  /** Adds a chunk, or throws. If it returns a promise, no more may be added until it resolves. */
  add(chunk: Uint8Array): Promise<void> | undefined {
    const size = this.#size + chunk.length
    if (size > this.terms.maxBytes) throw this.#tooLarge()
    if (chunk.length === this.announcedBytes) {
      this.#bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
      this.#size = size
      return undefined
    }
    const room = size > this.#bytes.length ? this.#makeRoom(size) : undefined
    if (room) return room.then(() => this.#copy(chunk))
    this.#copy(chunk)
    return undefined
  }

  /** The body is complete. */
  end(): Buffer {
    this.#inFlight.arriving.delete(this)
    const bytes = this.#bytes
    this.#bytes = NOTHING
    return this.#size === bytes.length ? bytes : bytes.subarray(0, this.#size)
  }

  cut(error: AppError): void {
    this.#cut(error)
  }

  /** Reserves memory for other data of its request until the next `release`. Rejects if there is none. */
  async hold(bytes: number): Promise<void> {
    if (bytes <= LARGE_BODY_BYTES) return
    const { owner } = this.terms
    const { budget } = this.#inFlight
    const held = this.#reservedBytes
    const over =
      budget.take(owner, bytes, held) && (await budget.takeWithin(PATIENCE_MILLIS, owner, bytes, held))
    if (over !== undefined) throw refusalOf(over)
    this.#reservedBytes += bytes
  }

  /** Releases the bytes that it has reserved. */
  release(): void {
    this.#isReleased = true
    this.#bytes = NOTHING
    this.#inFlight.arriving.delete(this)
    this.#giveBack()
  }

  #makeRoom(size: number): Promise<void> | undefined {
    const doubled = Math.min(this.terms.maxBytes, Math.max(SMALLEST_BUFFER_BYTES, this.#bytes.length * 2))
    const capacity = Math.max(size, this.announcedBytes ?? doubled)
    const { beforeLarge } = this.terms
    if (capacity <= LARGE_BODY_BYTES || this.#mayBeLarge || !beforeLarge) return this.#reserve(capacity)
    return beforeLarge().then(() => {
      this.#mayBeLarge = true
      return this.#reserve(capacity)
    })
  }

  #reserve(capacity: number): Promise<void> | undefined {
    const more = capacity - this.#reservedBytes
    const held = this.#reservedBytes
    const { owner } = this.terms
    const { budget } = this.#inFlight
    if (budget.take(owner, more, held) === undefined) {
      this.#grow(capacity)
      return undefined
    }
    return budget.takeWithin(PATIENCE_MILLIS, owner, more, held).then((over) => {
      if (over !== undefined) throw refusalOf(over)
      this.#grow(capacity)
    })
  }

  #grow(capacity: number): void {
    this.#reservedBytes = capacity
    if (this.#isReleased) {
      this.#giveBack()
      throw new AppError('client_closed_request')
    }
    const grown = Buffer.allocUnsafeSlow(capacity)
    this.#bytes.copy(grown, 0, 0, this.#size)
    this.#bytes = grown
  }

  #giveBack(): void {
    if (this.#reservedBytes > 0) this.#inFlight.budget.give(this.terms.owner, this.#reservedBytes)
    this.#reservedBytes = 0
  }

  #copy(chunk: Uint8Array): void {
    this.#bytes.set(chunk, this.#size)
    this.#size += chunk.length
  }

  #tooLarge(): AppError {
    return new AppError('payload_too_large', {
      message: `The body is larger than ${this.terms.maxBytes} bytes.`,
    })
  }
}

function refusalOf(over: OverBudget): AppError {
  return over === 'share'
    ? new AppError('too_many_bytes', {
        retryAfterSeconds: RETRY_SECONDS,
        metadata: { limit_source: 'gateway' },
      })
    : new AppError('overloaded', { retryAfterSeconds: RETRY_SECONDS })
}

/** Which limit is exceeded: one owner's share, or the total. */
type OverBudget = 'share' | 'total'

type Waiter = { owner: string; bytes: number; held: number; settle: (over: OverBudget | undefined) => void }

/**
 * A budget of memory in bytes: `total` for all owners, `share` for each. Requests that do not fit may wait in turn. A sole
 * owner may exceed it, so that no setting blocks a request for good.
 */
export class ByteBudget {
  #used = 0
  readonly #usedBy = new Map<string, number>()
  readonly #waiting = new Set<Waiter>()

  constructor(
    readonly total: number,
    readonly share: number,
  ) {}

  get usedBytes(): number {
    return this.#used
  }

  /** Reserves bytes, or returns the exceeded limit. `held`: bytes that the same buffer has reserved already. */
  take(owner: string, bytes: number, held = 0): OverBudget | undefined {
    const used = this.#usedBy.get(owner) ?? 0
    if (used > held && used + bytes > this.share) return 'share'
    if (this.#used > held && this.#used + bytes > this.total) return 'total'
    this.#used += bytes
    this.#usedBy.set(owner, used + bytes)
    return undefined
  }

  /** Like `take`, as soon as there is room. After `patienceMillis` it resolves to the limit that is still exceeded. */
  takeWithin(
    patienceMillis: number,
    owner: string,
    bytes: number,
    held = 0,
  ): Promise<OverBudget | undefined> {
    return new Promise((resolve) => {
      const settle = (over: OverBudget | undefined) => {
        clearTimeout(timer)
        this.#waiting.delete(waiter)
        resolve(over)
      }
      const waiter = { owner, bytes, held, settle }
      const timer = setTimeout(() => settle(this.take(owner, bytes, held)), patienceMillis)
      this.#waiting.add(waiter)
    })
  }

  give(owner: string, bytes: number): void {
    const used = (this.#usedBy.get(owner) ?? 0) - bytes
    this.#used -= bytes
    if (used > 0) this.#usedBy.set(owner, used)
    else this.#usedBy.delete(owner)
    for (const waiter of this.#waiting) {
      const over = this.take(waiter.owner, waiter.bytes, waiter.held)
      if (over === undefined) waiter.settle(over)
    }
  }
}
