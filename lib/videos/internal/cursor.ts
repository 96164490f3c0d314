import { AppError } from '@/lib/platform/errors'
import { isTaskId } from './task-id'

/** The row after which a page begins; the newest come first. */
export type Place = { createdAt: Date; id: string }

/** Where a page ended: `<milliseconds>.<id>` in base64url. */
export function encodeCursor({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')
}

/** Null: from the beginning. Throws `invalid_cursor`. */
export function decodeCursor(cursor: string): Place | null {
  if (cursor === '') return null
  const match = /^(\d{1,15})\.(\w+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!match?.[1] || !match[2] || !isTaskId(match[2]))
    throw new AppError('invalid_cursor', { param: 'cursor' })
  return { createdAt: new Date(Number(match[1])), id: match[2] }
}
