import { operatorRoute } from '@/lib/http/routes'
import { JobParams, JobReply } from '@/lib/operators/queue-schema'
import { retryFailedJob } from '@/lib/operators/retry-failed-job'

export const POST = operatorRoute(
  {
    summary: 'Try a piece of work that failed once more',
    limit: 'account',
    params: JobParams,
    reply: JobReply,
  },
  ({ caller, params }) => retryFailedJob(caller, params.id),
)
