import { accountRoute } from '@/lib/http/routes'
import { RotateSecretRequest, WebhookSettings } from '@/lib/work/deliveries/schema'
import { rotateSecret } from '@/lib/work/deliveries/webhooks'

export const POST = accountRoute(
  {
    summary: 'Rotate the webhook secret; former ones also sign for 24 hours',
    limit: 'account',
    needs: 'settings.manage',
    body: RotateSecretRequest,
    example: {},
    isBodyOptional: true,
    reply: WebhookSettings,
    idempotent: true,
    holdsSecret: true,
    audit: 'webhook.rotate_secret',
  },
  ({ caller }) => rotateSecret(caller),
)
