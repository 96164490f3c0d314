import { createAccount } from '@/lib/account/identity/create-account'
import { Account, SignUpRequest } from '@/lib/account/identity/schema'
import { publicRoute } from '@/lib/http/routes'

export const POST = publicRoute(
  {
    summary: 'Sign up: create a user and its customer',
    limit: 'sign_up',
    body: SignUpRequest,
    example: { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' },
    reply: Account,
    status: 201,
    refuses: ['sign_up_closed', 'email_taken'],
  },
  ({ body }) => createAccount(body),
)
