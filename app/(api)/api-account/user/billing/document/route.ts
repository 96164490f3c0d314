import { accountRoute } from '@/lib/http/routes'
import { createDocument } from '@/lib/money/orders/documents'
import { DocumentReply, DocumentRequest } from '@/lib/money/orders/orders-schema'

export const POST = accountRoute(
  {
    summary: 'A link to the invoice or receipt of a paid order',
    limit: 'account',
    needs: 'billing.read',
    body: DocumentRequest,
    example: { order_id: 'ord_01kb0m3x5h8q2v7r4n6t9w1y3z', type: 'invoice' },
    reply: DocumentReply,
    refuses: ['not_found', 'document_not_ready'],
    audit: null,
  },
  ({ caller, body }) => createDocument(caller, body),
)
