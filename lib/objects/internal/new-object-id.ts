import { randomBytes } from 'node:crypto'

/** The id is the link's secret: 160 random bits and, unlike other ids, no time. */
export function newObjectId(): string {
  return `obj_${randomBytes(20).toString('hex')}`
}

/** Spares the database what cannot be an id. */
export function isObjectId(text: string): boolean {
  return /^obj_[0-9a-f]{40}$/.test(text)
}
