import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'

/** The person at the console. Throws `insufficient_scope`: a key is nobody, whatever it may do otherwise. */
export function requirePerson({ userId }: Caller): string {
  if (userId !== null) return userId
  throw new AppError('insufficient_scope', {
    message: 'Only a person who is signed in at the console may do this, no API key.',
  })
}
