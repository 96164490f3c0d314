import { readCallerProfile, updateProfile } from '@/lib/account/identity/profile'
import { Profile, UpdateProfileRequest } from '@/lib/account/identity/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'Get the signed-in person and its sign-in methods',
    limit: 'account',
    reply: Profile,
    isForPerson: true,
  },
  ({ caller }) => readCallerProfile(caller),
)

export const PATCH = accountRoute(
  {
    summary: 'Change the name of the signed-in person, or the account’s data rules',
    limit: 'account',
    body: UpdateProfileRequest,
    example: { name: 'Ann', routing: { zdr: true, data_collection: 'deny' } },
    reply: Profile,
    isForPerson: true,
  },
  ({ caller, body }) => updateProfile(caller, body),
)
