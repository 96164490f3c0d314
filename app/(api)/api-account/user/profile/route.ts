import { readCallerProfile, updateProfile } from '@/lib/account/identity/profile'
import { Profile, UpdateProfileRequest } from '@/lib/account/identity/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'Get the signed-in person and its sign-in methods',
    limit: 'account',
    needs: null,
    reply: Profile,
    isForPerson: true,
  },
  ({ caller }) => readCallerProfile(caller),
)

export const PATCH = accountRoute(
  {
    summary: 'Change the name of the signed-in person, or the account’s data rules',
    limit: 'account',
    needs: null,
    body: UpdateProfileRequest,
    example: { name: 'Ann', routing: { zdr: true, data_collection: 'deny' } },
    reply: Profile,
    refuses: ['insufficient_role'],
    isForPerson: true,
    audit: { action: 'data_rules.update', ifSet: 'routing' },
  },
  ({ caller, body }) => updateProfile(caller, body),
)
