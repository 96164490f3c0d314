import { AppError } from '@/lib/platform/errors'

/** Where a page of deliveries ended: its last id, in base64url. */
export function encodeCursor(id: string): string {
  return Buffer.from(id).toString('base64url')
}

export function decodeCursor(cursor: string): string | null {
  if (cursor === '') return null
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!isDeliveryId(id)) throw new AppError('invalid_cursor', { param: 'cursor' })
  return id
}

/** What every id of a delivery looks like; anything else cannot exist, and may hold bytes that the database refuses. */
export function isDeliveryId(id: string): boolean {
  return /^msg_[0-9a-z]{26}$/.test(id)
}
