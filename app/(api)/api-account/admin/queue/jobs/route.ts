import { operatorRoute } from '@/lib/http/routes'
import { listQueueJobs } from '@/lib/operator/admin/queue'
import { JobPage, JobsQuery } from '@/lib/operator/admin/schema'

export const GET = operatorRoute(
  { summary: 'Background jobs in one state', limit: 'account', query: JobsQuery, reply: JobPage },
  ({ query }) => listQueueJobs(query),
)
