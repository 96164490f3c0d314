import { operatorRoute } from '@/lib/http/routes'
import { retryFailedJob } from '@/lib/operators/queue'
import { JobParams, JobReply } from '@/lib/operators/schema'

export const POST = operatorRoute(
  {
    summary: 'Try a piece of work that failed once more',
    limit: 'account',
    params: JobParams,
    reply: JobReply,
  },
  ({ caller, params }) => retryFailedJob(caller, params.id),
)
