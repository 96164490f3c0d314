import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { requirePerson } from './internal/require-person'
import { readProfile } from './read-profile'
import { deleteOauth } from './repository'
import type { Profile } from './schema'

/** An account elsewhere no longer signs in as this person. Throws `not_found`, and `last_sign_in` for its only way in. */
export async function unlinkService(caller: Caller, provider: string): Promise<Profile> {
  const userId = requirePerson(caller)
  const outcome = await deleteOauth(userId, provider)
  if (outcome === 'missing') throw new AppError('not_found')
  if (outcome === 'last') throw new AppError('last_sign_in')
  return readProfile(userId)
}
