/** Which limit is in the way: what one owner may have, or what there is in all. */
export type OverBudget = 'share' | 'total'

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
