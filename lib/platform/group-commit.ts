type GroupCommitSettings<Item, Result> = {
  /** Writes all items or none; returns results in their order. */
  write(items: readonly Item[]): Promise<Result[]>
  /** How long the first item of a group waits for others. 0: until this turn of the event loop ends. */
  gatherMillis: number
  maxItems: number
  /** Milliseconds before a failed write is retried; undefined: the callers get the error. */
  retryMillis?: number
  onRetry?: (error: unknown, itemCount: number) => void
}

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Writes the items of many callers in one statement. While a write runs, new items queue up for the next one, so groups grow
 * with the load, and an idle system writes at once.
 */
export class GroupCommit<Item, Result> {
  private queue: Waiting<Item, Result>[] = []
  private scheduled = false
  private added = 0
  private ended = 0
  private writing: Promise<void> | undefined

  constructor(private readonly settings: GroupCommitSettings<Item, Result>) {}

  /** Whether an added item is not written yet. */
  get isBusy(): boolean {
    return this.ended < this.added
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject })
      this.added += 1
      if (this.queue.length >= this.settings.maxItems) this.start()
      else this.schedule()
    })
  }

  /** Resolves when all items added so far are written or rejected. */
  async flush(): Promise<void> {
    const asked = this.added
    while (this.ended < asked) {
      this.start()
      await this.writing
    }
  }

  private schedule(): void {
    if (this.scheduled || this.writing) return
    this.scheduled = true
    const run = () => {
      this.scheduled = false
      this.start()
    }
    if (this.settings.gatherMillis === 0) setImmediate(run)
    else setTimeout(run, this.settings.gatherMillis)
  }

  private start(): void {
    if (this.writing || this.queue.length === 0) return
    const group = this.queue.splice(0, this.settings.maxItems)
    this.writing = this.writeGroup(group).finally(() => {
      this.writing = undefined
      this.ended += group.length
      if (
        this.queue.length >= this.settings.maxItems ||
        (this.queue.length > 0 && this.settings.gatherMillis === 0)
      )
        this.start()
      else if (this.queue.length > 0) this.schedule()
    })
  }

  private async writeGroup(group: Waiting<Item, Result>[]): Promise<void> {
    const items = group.map((waiting) => waiting.item)
    for (;;) {
      try {
        const results = await this.settings.write(items)
        if (results.length !== items.length)
          throw new Error(`wrote ${items.length} items, got ${results.length} results`)
        for (const [index, result] of results.entries()) group[index]?.resolve(result)
        return
      } catch (error) {
        if (this.settings.retryMillis === undefined) {
          for (const waiting of group) waiting.reject(error)
          return
        }
        this.settings.onRetry?.(error, items.length)
        await new Promise((resolve) => setTimeout(resolve, this.settings.retryMillis))
      }
    }
  }
}
