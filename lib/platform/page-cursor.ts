import { AppError } from './errors'

/** The row after which a page begins, in a list ordered by time and id. */
export type PagePlace = { createdAt: Date; id: string }

/** The last row of a page: `<milliseconds>.<id>` in base64url. */
export function encodeCursor({ createdAt, id }: PagePlace): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')
}

/** Null for an empty cursor: the first page. Throws `invalid_cursor` for an invalid cursor or id. */
export function decodeCursor(cursor: string, isId: (text: string) => boolean): PagePlace | null {
  if (cursor === '') return null
  const match = /^(\d{1,15})\.(\w+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!match?.[1] || !match[2] || !isId(match[2])) throw new AppError('invalid_cursor', { param: 'cursor' })
  return { createdAt: new Date(Number(match[1])), id: match[2] }
}

type Page<Item> = { object: 'list'; data: Item[]; has_more: boolean; next_cursor: string }

/** A page of `rows`, which has one row more than `limit` if there are further pages. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
  cursorAt: (row: Row) => string,
): Page<Item> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const has_more = rows.length > limit
  return {
    object: 'list',
    data: page.map(present),
    has_more,
    next_cursor: has_more && last ? cursorAt(last) : '',
  }
}

export const cursorAt = (row: { created_at: Date; id: string }) =>
  encodeCursor({ createdAt: row.created_at, id: row.id })

/** A page of a list in memory, after the item whose id is the cursor. Throws `invalid_cursor`. */
export function partOf<Item extends { id: string }>(
  all: readonly Item[],
  { limit = all.length, cursor }: { limit?: number | undefined; cursor: string },
): Page<Item> {
  const from = cursor === '' ? 0 : all.findIndex(({ id }) => id === cursor) + 1
  if (cursor !== '' && from === 0) throw new AppError('invalid_cursor', { param: 'cursor' })
  return toPage(
    all.slice(from, from + limit + 1),
    limit,
    (item) => item,
    ({ id }) => id,
  )
}

/** For `itemsReply`: the list under both names. */
export function withItems<Reply extends { data: unknown[] }>(page: Reply): Reply & { items: Reply['data'] } {
  return { ...page, items: page.data }
}

/** The offset of a page in a list that is paged by offset. */
export function offsetOf({ offset, cursor }: { offset: number; cursor: string }): number {
  return cursor === '' ? offset : Number(cursor)
}

/** A page of such a list. */
export function toCountedPage<Item>(
  data: Item[],
  { total, limit, offset }: { total: number; limit: number; offset: number },
) {
  const next = offset + data.length
  const has_more = next < total
  return {
    object: 'list' as const,
    ...withItems({ data }),
    total,
    limit,
    offset,
    has_more,
    next_cursor: has_more ? String(next) : '',
  }
}
