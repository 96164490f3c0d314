import type { Caller } from '@/lib/platform/caller'
import { requirePerson } from './internal/require-person'
import { readProfile } from './read-profile'
import type { Profile } from './schema'

/** The person at the console, with its ways to sign in. */
export async function readOwnProfile(caller: Caller): Promise<Profile> {
  return readProfile(requirePerson(caller))
}
