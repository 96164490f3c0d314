import { createBatch, listBatches } from '@/lib/gateway/batches/batches'
import { BatchList, BatchListQuery, BatchObject, CreateBatchRequest } from '@/lib/gateway/batches/schema'
import { apiKeyRoute } from '@/lib/http/routes'

export const POST = apiKeyRoute(
  {
    summary: 'Create a batch from a file of requests',
    limit: 'presign',
    body: CreateBatchRequest,
    example: {
      input_file_id: 'file_01kb0m3x5h8q2v7r4n6t9w1y3z',
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    },
    refuses: ['insufficient_quota', 'key_limit_exceeded', 'spend_limit_exceeded'],
    reply: BatchObject,
    idempotent: true,
  },
  ({ caller, body, exchange }) => createBatch(caller, body, exchange.headers['idempotency-key']),
)

export const GET = apiKeyRoute(
  {
    summary: 'List batches, newest first',
    limit: 'task_read',
    query: BatchListQuery,
    reply: BatchList,
  },
  ({ caller, query }) => listBatches(caller, query),
)
