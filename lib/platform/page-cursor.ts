import { AppError } from './errors'

/** The row after which a page begins, where rows are listed by time and id. */
export type PagePlace = { createdAt: Date; id: string }

/** Where a page ended: `<milliseconds>.<id>` in base64url. */
export function encodeCursor({ createdAt, id }: PagePlace): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')
}

/** Null: from the beginning. Throws `invalid_cursor` for anything but the place of a row with such an id. */
export function decodeCursor(cursor: string, isId: (text: string) => boolean): PagePlace | null {
  if (cursor === '') return null
  const match = /^(\d{1,15})\.(\w+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!match?.[1] || !match[2] || !isId(match[2])) throw new AppError('invalid_cursor', { param: 'cursor' })
  return { createdAt: new Date(Number(match[1])), id: match[2] }
}
