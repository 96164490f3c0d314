import type { RecentReply } from '@/lib/money/usage/schema'

/** Above this, the list is loaded anew: a page may stay open for days. */
const MOST_ROWS = 1000

type Row = { id: string; created_at: string }

const newestFirst = (a: Row, b: Row) =>
  b.created_at.localeCompare(a.created_at) || (b.id < a.id ? -1 : b.id > a.id ? 1 : 0)

/** A list with new rows in their places: a task's stands where it began. Rows that it has already change nothing. */
export function withRows<One extends Row>(rows: readonly One[], more: readonly One[]): One[] {
  const known = new Set(rows.map(({ id }) => id))
  const added = new Map(more.filter(({ id }) => !known.has(id)).map((row) => [row.id, row]))
  return [...rows, ...added.values()].sort(newestFirst)
}

/** When the newest of these requests had ended, in milliseconds since 1970. */
export function knownUntil(rows: readonly { created_at: string; latency_ms: number }[]): number {
  return Math.max(0, ...rows.map((row) => Date.parse(row.created_at) + row.latency_ms))
}

/** The same for loaded pages, which become one. Undefined: it is too long. Rows of a page that is not loaded are left out. */
export function withLiveRows(
  pages: readonly RecentReply[],
  more: readonly RecentReply['items'][number][],
): RecentReply | undefined {
  const items = pages.flatMap((page) => page.items)
  const [last, end] = [items.at(-1), pages.at(-1)]
  const isListed = (row: Row) => !end?.has_more || !last || newestFirst(row, last) < 0
  const all = withRows(items, more.filter(isListed))
  return end && all.length <= MOST_ROWS ? { ...end, items: all } : undefined
}
