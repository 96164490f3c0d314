import { operatorRoute } from '@/lib/http/routes'
import { AlertWebhook } from '@/lib/operator/admin/schema'
import { readAlertWebhook, testAlertWebhook } from '@/lib/operator/admin/settings'

export const GET = operatorRoute(
  {
    summary: 'The signing secret and latest deliveries of operator alerts',
    limit: 'account',
    reply: AlertWebhook,
  },
  () => readAlertWebhook(),
)

export const POST = operatorRoute(
  {
    summary: 'Send a test to the operator alert webhook',
    limit: 'account',
    reply: AlertWebhook,
    status: 202,
    refuses: ['invalid_parameter'],
  },
  () => testAlertWebhook(),
)
