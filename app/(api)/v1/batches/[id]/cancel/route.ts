import { cancelBatch } from '@/lib/gateway/batches/batches'
import { BatchObject, BatchParams } from '@/lib/gateway/batches/schema'
import { apiKeyRoute } from '@/lib/http/routes'

export const POST = apiKeyRoute(
  {
    summary: 'Cancel a batch',
    limit: 'task_read',
    params: BatchParams,
    reply: BatchObject,
    refuses: ['not_found', 'task_not_cancellable'],
  },
  ({ caller, params }) => cancelBatch(caller, params.id),
)
