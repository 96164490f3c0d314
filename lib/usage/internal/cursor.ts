import { AppError } from '@/lib/platform/errors'

/** Where a page of rows ended: `<milliseconds>.<id>` in base64url. */
export function encodeCursor(row: { createdAt: Date; id: string }): string {
  return Buffer.from(`${row.createdAt.getTime()}.${row.id}`).toString('base64url')
}

export function decodeCursor(cursor: string): { createdAt: Date; id: string } | null {
  if (cursor === '') return null
  const match = /^(\d{1,15})\.(req_[0-9a-z]{26})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!match?.[1] || !match[2]) throw new AppError('invalid_cursor', { param: 'cursor' })
  return { createdAt: new Date(Number(match[1])), id: match[2] }
}
