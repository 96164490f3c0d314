import { operatorRoute } from '@/lib/http/routes'
import { readQueue } from '@/lib/operator/admin/queue'
import { QueueReply } from '@/lib/operator/admin/schema'

export const GET = operatorRoute(
  { summary: 'Job counts by queue and state', limit: 'account', reply: QueueReply },
  () => readQueue(),
)
