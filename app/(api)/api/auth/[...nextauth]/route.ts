import {
  AUTH_MAX_BYTES,
  AuthForm,
  AuthPath,
  AuthRefusal,
  AuthReply,
  answerAuth,
  refuseAuth,
} from '@/lib/account/identity/answer-auth'
import { joinProvisioned } from '@/lib/account/provisioning/members'
import { ReplyValue } from '@/lib/http/contract'
import { publicRoute } from '@/lib/http/routes'

const declaration = {
  limit: 'object',
  params: AuthPath,
  reply: AuthReply,
  mayRedirect: true,
  refuses: ['not_found', 'invalid_parameter', 'invalid_json'],
  refusal: refuseAuth,
  refusalReply: AuthRefusal,
} as const

export const GET = publicRoute(
  {
    ...declaration,
    summary: 'next-auth: session, sign-in providers and their callbacks',
  },
  async ({ params, exchange }) =>
    new ReplyValue(await answerAuth(params.nextauth, undefined, exchange, joinProvisioned)),
)

export const POST = publicRoute(
  {
    ...declaration,
    summary: 'next-auth: sign in and sign out',
    reads: { body: AuthForm },
    example: {
      csrfToken: '6a1d…',
      email: 'ann@example.com',
      password: 'correct horse battery',
      json: 'true',
    },
    maxBodyBytes: AUTH_MAX_BYTES,
  },
  async ({ params, bytes, exchange }) =>
    new ReplyValue(await answerAuth(params.nextauth, bytes, exchange, joinProvisioned)),
)
