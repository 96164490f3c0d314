import type { Caller } from '@/lib/platform/caller'
import { deleteEmailChange } from './internal/mail/email-change-repository'
import { requirePerson } from './internal/require-person'
import { readProfile } from './read-profile'
import type { Profile } from './schema'

/** The email stays as it is: the link that was mailed to another one is void. */
export async function cancelEmailChange(caller: Caller): Promise<Profile> {
  const userId = requirePerson(caller)
  await deleteEmailChange(userId)
  return readProfile(userId)
}
