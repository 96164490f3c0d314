import { logger } from '../logger'

/** The pause between two looks while work is due or about to be. */
export const SHORT_MILLIS = 500
/** The longest pause: work whose message was lost is found this late. */
export const LONGEST_MILLIS = 5000

type Watched = {
  /** How long until the next item of each kind is due, in milliseconds; not positive if one is due. */
  readDue(): Promise<ReadonlyMap<string, number>>
  look(name: string): void
  /** Tells other processes of work that this one has not taken. */
  passOn(name: string): void
}

/**
 * Finds work that becomes due. It asks the database when that is, for all kinds at once, and looks again at that time: while
 * nothing is due, every few seconds. `soon` is called when work may have come or changed.
 */
export class Lookout {
  private timer: NodeJS.Timeout | undefined
  private nextAt = Number.POSITIVE_INFINITY
  private isClosed = false
  /** Kinds that were looked for since the last time the database was asked. */
  private looked = new Set<string>()

  constructor(private readonly watched: Watched) {
    this.within(SHORT_MILLIS)
  }

  /** Work of this kind was looked for: what is still due soon is work for others. */
  hasLooked(name: string): void {
    this.looked.add(name)
    this.soon()
  }

  soon(): void {
    this.within(SHORT_MILLIS)
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
  }

  private within(millis: number): void {
    const at = performance.now() + millis
    if (this.isClosed || at >= this.nextAt) return
    clearTimeout(this.timer)
    this.nextAt = at
    this.timer = setTimeout(() => this.ask(), millis)
  }

  private async ask(): Promise<void> {
    this.nextAt = Number.POSITIVE_INFINITY
    const looked = this.looked
    this.looked = new Set()
    try {
      for (const [name, millis] of await this.watched.readDue()) {
        this.within(Math.max(millis, SHORT_MILLIS))
        if (millis > 0) continue
        this.watched.look(name)
        if (looked.has(name)) this.watched.passOn(name)
        this.looked.add(name)
      }
    } catch (error) {
      logger.warn({ err: String(error) }, 'when work is due could not be read')
    }
    this.within(LONGEST_MILLIS)
  }
}
