import { publicRoute } from '@/lib/http/routes'
import { createAccount } from '@/lib/identity/create-account'
import { Account, SignUpRequest } from '@/lib/identity/schema'

export const POST = publicRoute(
  {
    summary: 'Sign up: a user and its customer',
    limit: 'sign_up',
    body: SignUpRequest,
    example: { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' },
    reply: Account,
    status: 201,
    refuses: ['sign_up_closed', 'email_taken'],
  },
  ({ body }) => createAccount(body),
)
