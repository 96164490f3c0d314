import { createDocument } from '@/lib/billing/create-document'
import { DocumentReply, DocumentRequest } from '@/lib/billing/orders-schema'
import { accountRoute } from '@/lib/http/account-route'

export const POST = accountRoute(
  {
    summary: 'A link to the invoice or receipt of a paid order',
    limit: 'account',
    body: DocumentRequest,
    reply: DocumentReply,
  },
  ({ caller, body }) => createDocument(caller, body),
)
