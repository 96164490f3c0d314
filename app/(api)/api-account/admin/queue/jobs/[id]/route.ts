import { operatorRoute } from '@/lib/http/routes'
import { discardFailedJob } from '@/lib/operator/admin/queue'
import { JobParams, JobReply } from '@/lib/operator/admin/schema'

export const DELETE = operatorRoute(
  { summary: 'Discard a failed job', limit: 'account', params: JobParams, reply: JobReply },
  ({ caller, params }) => discardFailedJob(caller, params.id),
)
