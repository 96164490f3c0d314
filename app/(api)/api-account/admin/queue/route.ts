import { operatorRoute } from '@/lib/http/routes'
import { readQueue } from '@/lib/operators/queue'
import { QueueReply } from '@/lib/operators/schema'

export const GET = operatorRoute(
  { summary: 'Background work by queue and state', limit: 'account', reply: QueueReply },
  () => readQueue(),
)
