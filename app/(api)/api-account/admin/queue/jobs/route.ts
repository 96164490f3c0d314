import { operatorRoute } from '@/lib/http/routes'
import { listQueueJobs } from '@/lib/operators/list-queue-jobs'
import { JobPage, JobsQuery } from '@/lib/operators/queue-schema'

export const GET = operatorRoute(
  { summary: 'Pieces of background work in one state', limit: 'account', query: JobsQuery, reply: JobPage },
  ({ query }) => listQueueJobs(query),
)
