import { operatorRoute } from '@/lib/http/routes'
import { retryFailedJob } from '@/lib/operator/admin/queue'
import { JobParams, JobReply } from '@/lib/operator/admin/schema'

export const POST = operatorRoute(
  {
    summary: 'Retry a failed job',
    limit: 'account',
    params: JobParams,
    reply: JobReply,
  },
  ({ caller, params }) => retryFailedJob(caller, params.id),
)
