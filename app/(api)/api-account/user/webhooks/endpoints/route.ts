import { accountRoute } from '@/lib/http/routes'
import { createEndpoint, listEndpoints } from '@/lib/work/deliveries/endpoints'
import { CreateEndpointRequest, WebhookEndpoint, WebhookEndpointList } from '@/lib/work/deliveries/schema'

export const GET = accountRoute(
  { summary: 'List webhook endpoints', limit: 'account', needs: 'settings.read', reply: WebhookEndpointList },
  ({ caller }) => listEndpoints(caller),
)

export const POST = accountRoute(
  {
    summary: 'Create a webhook endpoint',
    limit: 'account',
    needs: 'settings.manage',
    body: CreateEndpointRequest,
    example: { url: 'https://example.com/webhooks', events: ['balance.low', 'top_up.failed'] },
    reply: WebhookEndpoint,
    status: 201,
    idempotent: true,
    audit: 'webhook.create',
  },
  ({ caller, body }) => createEndpoint(caller, body),
)
