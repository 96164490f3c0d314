import { operatorRoute } from '@/lib/http/routes'
import { QueueReply } from '@/lib/operators/queue-schema'
import { readQueue } from '@/lib/operators/read-queue'

export const GET = operatorRoute(
  { summary: 'Background work by queue and state', limit: 'account', reply: QueueReply },
  () => readQueue(),
)
