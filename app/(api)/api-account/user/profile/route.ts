import { readCallerProfile, updateProfile } from '@/lib/account/identity/profile'
import { Profile, UpdateProfileRequest } from '@/lib/account/identity/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'The person at the console and its ways to sign in',
    limit: 'account',
    reply: Profile,
    isForPerson: true,
  },
  ({ caller }) => readCallerProfile(caller),
)

export const PATCH = accountRoute(
  {
    summary: 'What the person at the console is called',
    limit: 'account',
    body: UpdateProfileRequest,
    example: { name: 'Ann' },
    reply: Profile,
    isForPerson: true,
  },
  ({ caller, body }) => updateProfile(caller, body),
)
