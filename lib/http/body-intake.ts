import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { remember } from '@/lib/platform/remember'

/**
 * A larger body is asked for its right to come (`beforeLarge`), and counts as in flight until its answer has ended: what was
 * parsed of it takes as much memory as it did. Smaller ones count until they are parsed.
 */
export const LARGE_BODY_BYTES = 1024 * 1024

const ARRIVES_WITHIN_MILLIS = 120_000
const LOOK_MILLIS = 1000
/** How long reading pauses for room. */
const PATIENCE_MILLIS = 10_000
const RETRY_SECONDS = 5
const SMALLEST_BUFFER_BYTES = 64 * 1024
const NOTHING: Buffer = Buffer.alloc(0)

export type BodyTerms = {
  maxBytes: number
  /** Whose share of the bytes in flight it takes. */
  owner: string
  /** Rejects for whom a large body is not read any further. */
  beforeLarge?: (() => Promise<void>) | undefined
}

type InFlight = { budget: ByteBudget; arriving: Set<BodyIntake> }

let known: InFlight | undefined

/** The bodies of this process, behind whichever door. */
function inFlight(): InFlight {
  known ??= remember('bodies-in-flight', () => {
    const total = env().BODY_BYTES_IN_FLIGHT
    const arriving = new Set<BodyIntake>()
    setInterval(() => cutLate(arriving), LOOK_MILLIS).unref()
    return { budget: new ByteBudget(total, Math.floor(total / 4)), arriving }
  })
  return known
}

/** Those that began first stand first. */
function cutLate(arriving: ReadonlySet<BodyIntake>): void {
  const latest = performance.now() - ARRIVES_WITHIN_MILLIS
  for (const body of arriving) {
    if (body.begunAt > latest) return
    body.cut(new AppError('request_timeout'))
  }
}

/** How many bytes of bodies this process has in memory. */
export const bytesInFlight = (): number => inFlight().budget.usedBytes

/**
 * Where the body of one request goes while it arrives: a buffer of the length that was announced, or one that doubles, whose
 * bytes are taken from the budget of the process. A body that comes in one piece needs neither.
 */
export class BodyIntake {
  begunAt = 0
  #bytes = NOTHING
  #size = 0
  #takenBytes = 0
  #isReleased = false
  #mayBeLarge = false
  #cut: (error: AppError) => void = () => undefined
  readonly #inFlight = inFlight()

  constructor(
    readonly terms: BodyTerms,
    readonly announcedBytes: number | undefined,
  ) {}

  /** Throws when the body is announced as too large. `cut` is called when it takes too long to arrive. */
  begin(cut: (error: AppError) => void): void {
    if ((this.announcedBytes ?? 0) > this.terms.maxBytes) throw this.#tooLarge()
    this.#cut = cut
    this.begunAt = performance.now()
    this.#inFlight.arriving.add(this)
  }

  /** Takes what has come, or throws. A promise: nothing more may come until it resolves. */
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

  /** All of it has come. */
  end(): Buffer {
    this.#inFlight.arriving.delete(this)
    const bytes = this.#bytes
    this.#bytes = NOTHING
    return this.#size === bytes.length ? bytes : bytes.subarray(0, this.#size)
  }

  cut(error: AppError): void {
    this.#cut(error)
  }

  /** Room for what its request brings into memory besides, until the next `release`. Rejects where there is none. */
  async hold(bytes: number): Promise<void> {
    if (bytes <= LARGE_BODY_BYTES) return
    const { owner } = this.terms
    const { budget } = this.#inFlight
    const held = this.#takenBytes
    const over =
      budget.take(owner, bytes, held) && (await budget.takeWithin(PATIENCE_MILLIS, owner, bytes, held))
    if (over !== undefined) throw refusalOf(over)
    this.#takenBytes += bytes
  }

  /** Nobody needs it any more: gives back what it has taken. */
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
    if (capacity <= LARGE_BODY_BYTES || this.#mayBeLarge || !beforeLarge) return this.#take(capacity)
    return beforeLarge().then(() => {
      this.#mayBeLarge = true
      return this.#take(capacity)
    })
  }

  #take(capacity: number): Promise<void> | undefined {
    const more = capacity - this.#takenBytes
    const held = this.#takenBytes
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
    this.#takenBytes = capacity
    if (this.#isReleased) {
      this.#giveBack()
      throw new AppError('client_closed_request')
    }
    const grown = Buffer.allocUnsafeSlow(capacity)
    this.#bytes.copy(grown, 0, 0, this.#size)
    this.#bytes = grown
  }

  #giveBack(): void {
    if (this.#takenBytes > 0) this.#inFlight.budget.give(this.terms.owner, this.#takenBytes)
    this.#takenBytes = 0
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

/** Which limit is in the way: what one owner may have, or what there is in all. */
type OverBudget = 'share' | 'total'

type Waiter = { owner: string; bytes: number; held: number; settle: (over: OverBudget | undefined) => void }

/**
 * Bytes of memory that many owners share: `total` in all, `share` for one of them. What has no room may wait for it, in turn.
 * Whoever is alone is let in whatever the size, so that no setting shuts a request out for good.
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

  /** Undefined: they are taken. `held`: what the same buffer has taken before, which does not count as another's. */
  take(owner: string, bytes: number, held = 0): OverBudget | undefined {
    const own = this.#usedBy.get(owner) ?? 0
    if (own > held && own + bytes > this.share) return 'share'
    if (this.#used > held && this.#used + bytes > this.total) return 'total'
    this.#used += bytes
    this.#usedBy.set(owner, own + bytes)
    return undefined
  }

  /** As `take`, as soon as there is room; after `patienceMillis` it resolves with what is still in the way. */
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
    const own = (this.#usedBy.get(owner) ?? 0) - bytes
    this.#used -= bytes
    if (own > 0) this.#usedBy.set(owner, own)
    else this.#usedBy.delete(owner)
    for (const waiter of this.#waiting) {
      const over = this.take(waiter.owner, waiter.bytes, waiter.held)
      if (over === undefined) waiter.settle(over)
    }
  }
}
