import { accountRoute } from '@/lib/http/routes'
import { RotateSecretRequest, WebhookSettings } from '@/lib/work/deliveries/schema'
import { rotateSecret } from '@/lib/work/deliveries/webhooks'

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
