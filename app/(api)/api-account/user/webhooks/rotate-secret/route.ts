import { RotateSecretRequest, WebhookSettings } from '@/lib/callbacks/schema'
import { rotateSecret } from '@/lib/callbacks/webhooks'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Make a new webhook secret; each old one signs beside it for its own 24 hours',
    limit: 'account',
    body: RotateSecretRequest,
    example: {},
    isBodyOptional: true,
    reply: WebhookSettings,
    idempotent: true,
    holdsSecret: true,
  },
  ({ caller }) => rotateSecret(caller),
)
