import { operatorRoute } from '@/lib/http/routes'
import { AlertWebhook } from '@/lib/operator/admin/schema'
import { readAlertWebhook, testAlertWebhook } from '@/lib/operator/admin/settings'

export const GET = operatorRoute(
  { summary: 'What signs operators’ alerts, and the latest of them', limit: 'account', reply: AlertWebhook },
  () => readAlertWebhook(),
)

export const POST = operatorRoute(
  {
    summary: 'Send a test to the webhook of operators’ alerts',
    limit: 'account',
    reply: AlertWebhook,
    status: 202,
    refuses: ['invalid_parameter'],
  },
  () => testAlertWebhook(),
)
