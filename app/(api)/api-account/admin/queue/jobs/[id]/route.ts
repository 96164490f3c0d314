import { discardFailedJob } from '@/lib/operators/queue'
import { JobParams, JobReply } from '@/lib/operators/schema'
import { operatorRoute } from '@/lib/http/routes'

export const DELETE = operatorRoute(
  { summary: 'Discard a piece of work that failed', limit: 'account', params: JobParams, reply: JobReply },
  ({ caller, params }) => discardFailedJob(caller, params.id),
)
