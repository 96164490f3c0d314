import { fileReply } from '@/lib/http/replies'
import { publicRoute } from '@/lib/http/routes'
import { readDocument } from '@/lib/money/orders/documents'
import { DocumentQuery, OrderParams } from '@/lib/money/orders/orders-schema'

export const GET = publicRoute(
  {
    summary: 'An invoice or receipt, behind a signed link',
    limit: 'object',
    params: OrderParams,
    query: DocumentQuery,
    refuses: ['not_found', 'link_expired', 'storage_unavailable'],
    file: ['text/html'],
  },
  async ({ params, query, exchange }) => fileReply(exchange, await readDocument(params.order_id, query)),
)
