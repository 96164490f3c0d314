import type { Caller } from '@/lib/platform/caller'
import { requirePerson } from './internal/require-person'
import { readProfile } from './read-profile'
import { updateName } from './repository'
import type { Profile, UpdateProfileRequest } from './schema'

/** What a person is called; its customer as well, while that was called the same. */
export async function updateProfile(caller: Caller, { name }: UpdateProfileRequest): Promise<Profile> {
  const userId = requirePerson(caller)
  await updateName(userId, name)
  return readProfile(userId)
}
