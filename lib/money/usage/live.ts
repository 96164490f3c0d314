import { z } from 'zod'
import type { Settlement } from '@/lib/money/ledger/ledger'
import { readPrices } from '@/lib/money/prices/read-prices'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { formatUsd } from '@/lib/platform/money'
import type { Sink, StreamBody, Watcher } from '@/lib/platform/stream'
import { WatchedTopic } from '@/lib/platform/watched-topic'
import { type NameReaders, resolveRecordFilter } from './internal/resolve-query'
import { toRecentItem } from './presenter'
import { presenterOf } from './recent'
import { type BookedKey, type BookedRow, listBooked, listRecords, type UsageRecordRow } from './repository'
import type { LiveItem, LiveQuery } from './schema'

/**
 * Requests as they are settled, for the console's pages. What settled them tells which rows were booked; each watcher reads its
 * rows from the database, at its own pace.
 */
export const bookedNews = new WatchedTopic('usage_booked')

/** The key of who watches all customers. */
const EVERYBODY = '*'

/** Rows in one message, which has less than 8000 bytes; of more, only the number is told. */
const MOST_TOLD = 60
/** Rows that wait for one watcher. The oldest is dropped for the next. */
const MOST_WAITING = 100
const MOST_READ = 50
/** Between two reads, in which rows gather: at most 200 a second are shown. */
const GATHER_MILLIS = 250
const PING_MILLIS = 15_000
const CHECK_MILLIS = 60_000
const MOST_PER_PERSON = 10

const Booked = z.tuple([z.string(), z.string(), z.number()])
const News = z.object({ rows: z.array(Booked), dropped: z.number() })
type News = z.infer<typeof News>

const SettledRow = z.object({ id: z.string(), customer_id: z.string(), created_at: z.coerce.date() })

/** Tells who watches these customers which rows were booked. Never throws: the settlements are written. */
export function tellSettled(settled: readonly Settlement[]): void {
  try {
    tell(settled)
  } catch (error) {
    logger.warn({ err: String(error) }, 'settled requests are not shown live')
  }
}

function tell(settled: readonly Settlement[]): void {
  const watched = bookedNews.watched()
  const news = new Map<string, News>()
  for (const { customer_id, row: text } of settled) {
    // A task's settlement names its customer in the row alone.
    let row = customer_id === undefined ? SettledRow.safeParse(JSON.parse(text)).data : undefined
    for (const key of [customer_id ?? row?.customer_id ?? '', EVERYBODY]) {
      if (!watched.has(key)) continue
      const told = news.get(key) ?? { rows: [], dropped: 0 }
      news.set(key, told)
      if (told.rows.length === MOST_TOLD) told.dropped += 1
      else {
        row ??= SettledRow.safeParse(JSON.parse(text)).data
        if (row) told.rows.push([row.customer_id, row.id, row.created_at.getTime()])
      }
    }
  }
  if (news.size > 0) bookedNews.tell([...news].map(([key, told]) => [key, JSON.stringify(told)]))
}

type Source = {
  key: string
  /** The rows to show among these, in any order. */
  read(keys: readonly BookedKey[]): Promise<LiveItem[]>
  /** What ended since this moment, oldest first, and whether there is more; undefined: that cannot be found. */
  readSince(since: Date): Promise<{ rows: LiveItem[]; isMore: boolean } | undefined>
}

/** Settlements are written a moment after an answer has ended, and the clocks of nodes differ. */
const LATE_MILLIS = 5000
/** A request that took longer is not found again when it ended while nobody was connected. */
const LONGEST_MILLIS = 30 * 60_000

/** The caller's requests that match the query, as events. */
export async function watchRequests(
  watcher: Watcher,
  query: LiveQuery,
  readers: NameReaders,
): Promise<StreamBody> {
  const { customerId } = watcher.caller
  const filter = await resolveRecordFilter(watcher.caller, query, readers)
  const present = async (rows: UsageRecordRow[]) =>
    rows.map(await presenterOf(customerId, rows, readers)).toReversed()
  return openLive(watcher, {
    key: customerId,
    read: async (keys) => present(await listBooked(customerId, keys, filter)),
    async readSince(since) {
      const begun = new Date(since.getTime() - LONGEST_MILLIS)
      const from = filter.from && filter.from > begun ? filter.from : begun
      const found = { ...filter, after: null, from, endedFrom: since }
      const rows = await listRecords(customerId, found, MOST_WAITING + 1)
      return { rows: await present(rows.slice(0, MOST_WAITING)), isMore: rows.length > MOST_WAITING }
    },
  })
}

type ReadCustomerNames = (ids: string[]) => Promise<ReadonlyMap<string, string>>

/** The requests of all customers, for operators. */
export function watchEverybody(watcher: Watcher, readCustomerNames: ReadCustomerNames): Promise<StreamBody> {
  return openLive(watcher, {
    key: EVERYBODY,
    async read(keys) {
      const rows = await listBooked(null, keys)
      const [prices, names] = await Promise.all([
        readPrices(rows.flatMap((row) => row.price_id ?? [])),
        readCustomerNames(rows.map((row) => row.customer_id)),
      ])
      const present = (row: BookedRow) => ({
        ...toRecentItem(row, prices.get(row.price_id ?? ''), { member_name: null, project_name: null }),
        customer_id: row.customer_id,
        customer_name: names.get(row.customer_id) ?? 'Deleted customer',
        upstream_cost: formatUsd(row.upstream_cost_nanos),
      })
      return rows.map(present).toReversed()
    },
    readSince: async () => undefined,
  })
}

const open = new Map<LiveStream, string>()
let isEnding = false

/** Ends all streams, so that a process that drains need not wait for them. */
export function endLive(): void {
  isEnding = true
  for (const stream of [...open.keys()]) stream.end()
}

/** Resolves once every process tells about the source's rows. Throws `rate_limit_exceeded` and `service_unavailable`. */
async function openLive(watcher: Watcher, source: Source): Promise<StreamBody> {
  const { signal } = watcher
  const person = watcher.caller.userId ?? ''
  if (isEnding) throw new AppError('service_unavailable', { retryAfterSeconds: 1 })
  if ([...open.values()].filter((one) => one === person).length >= MOST_PER_PERSON)
    throw new AppError('rate_limit_exceeded', {
      message: `At most ${MOST_PER_PERSON} live lists can be open at a time. Close another one.`,
      retryAfterSeconds: 10,
    })
  const stream = new LiveStream(source, watcher)
  open.set(stream, person)
  try {
    const stop = await bookedNews.watch(source.key, stream)
    stream.onEnd(() => {
      open.delete(stream)
      stop()
    })
  } catch (cause) {
    open.delete(stream)
    throw new AppError('service_unavailable', { retryAfterSeconds: 5, cause })
  }
  if (signal.aborted) stream.end()
  else signal.addEventListener('abort', () => stream.end(), { once: true })
  return stream
}

/** One watcher's events. Rows wait in a queue of limited length while it reads slowly. */
export class LiveStream implements StreamBody {
  readonly #source: Source
  readonly #watcher: Pick<Watcher, 'after' | 'isStillIn'>
  /** The id of the last event: when the newest row that was shown had ended. */
  #position: number
  #waiting: BookedKey[] = []
  #dropped = 0
  #sink: Sink | undefined
  #isFull = false
  #isBusy = true
  #isOver = false
  #cleanUp: () => void = () => undefined

  constructor(source: Source, watcher: Pick<Watcher, 'after' | 'isStillIn'>) {
    this.#source = source
    this.#watcher = watcher
    const now = clock.now().getTime()
    this.#position = Math.min(watcher.after ?? now, now)
  }

  onEnd(cleanUp: () => void): void {
    this.#cleanUp = cleanUp
    if (this.#isOver) cleanUp()
  }

  readonly onNews = (payload: string): void => {
    // Another release may tell it otherwise.
    const { rows, dropped } = News.safeParse(JSON.parse(payload)).data ?? { rows: [], dropped: 1 }
    this.#waiting.push(...rows.map(([customerId, id, at]) => ({ customerId, id, createdAt: new Date(at) })))
    const tooMany = Math.max(0, this.#waiting.length - MOST_WAITING)
    this.#waiting.splice(0, tooMany)
    this.#dropped += dropped + tooMany
    this.#sendLater()
  }

  /** Something may have been missed: the browser connects again and says what it has. */
  readonly onGap = (): void => this.end()

  start(sink: Sink): void {
    this.#sink = sink
    if (this.#isOver) {
      sink.end()
      return
    }
    sink.onDrain(() => {
      this.#isFull = false
      this.#sendLater()
    })
    const ping = setInterval(() => this.#isFull || this.#write(': keep-alive\n\n'), PING_MILLIS)
    const check = setInterval(() => this.#check(), CHECK_MILLIS)
    const cleanUp = this.#cleanUp
    this.#cleanUp = () => {
      clearInterval(ping)
      clearInterval(check)
      cleanUp()
    }
    this.#write('retry: 1000\n\n')
    this.#catchUp()
      .finally(() => {
        this.#isBusy = false
      })
      .then(() => this.#sendLater())
      .catch((error: unknown) => this.#fail(error))
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cleanUp()
    this.#sink?.end()
  }

  #check(): void {
    this.#watcher.isStillIn().then(
      (isIn) => isIn || this.end(),
      () => this.end(),
    )
  }

  async #catchUp(): Promise<void> {
    const found = await this.#source.readSince(new Date(this.#position - LATE_MILLIS))
    if (found) this.#show(found.rows)
    if (found ? found.isMore : this.#watcher.after !== undefined) this.#tell('skipped', { count: null })
  }

  #sendLater(): void {
    if (this.#isBusy || this.#isFull || this.#isOver || this.#waiting.length + this.#dropped === 0) return
    this.#isBusy = true
    setTimeout(() => {
      this.#send()
        .finally(() => {
          this.#isBusy = false
        })
        .then(() => this.#sendLater())
        .catch((error: unknown) => this.#fail(error))
    }, GATHER_MILLIS)
  }

  async #send(): Promise<void> {
    if (this.#isOver) return
    const keys = this.#waiting.splice(0, MOST_READ)
    const count = this.#dropped
    this.#dropped = 0
    if (keys.length > 0) this.#show(await this.#source.read(keys))
    if (count > 0) this.#tell('skipped', { count })
  }

  #show(rows: readonly LiveItem[]): void {
    for (const row of rows) {
      this.#position = Math.max(this.#position, Date.parse(row.created_at) + row.latency_ms)
      this.#tell('request', row)
    }
  }

  #tell(event: string, data: object): void {
    this.#write(`id: ${this.#position}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  #write(text: string): void {
    if (!this.#isOver && this.#sink?.write(text) === false) this.#isFull = true
  }

  /** The database did not answer. */
  #fail(error: unknown): void {
    logger.warn({ err: String(error) }, 'live requests could not be read')
    this.end()
  }
}
