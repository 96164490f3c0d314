import { readBatch } from '@/lib/gateway/batches/batches'
import { BatchObject, BatchParams } from '@/lib/gateway/batches/schema'
import { apiKeyRoute } from '@/lib/http/routes'

export const GET = apiKeyRoute(
  {
    summary: 'Retrieve a batch',
    limit: 'task_read',
    params: BatchParams,
    reply: BatchObject,
    refuses: ['not_found'],
  },
  ({ caller, params }) => readBatch(caller, params.id),
)
