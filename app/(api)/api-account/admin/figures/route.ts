import { downloadReply } from '@/lib/http/replies'
import { operatorRoute } from '@/lib/http/routes'
import { exportFigures, readFigures } from '@/lib/operator/admin/figures'
import { FiguresQuery, FiguresReply } from '@/lib/operator/admin/figures-schema'

export const GET = operatorRoute(
  {
    summary: 'Requests, spend, upstream cost and margin of all customers; `format=csv` downloads a table',
    limit: 'account',
    query: FiguresQuery,
    reply: FiguresReply,
    alsoReplies: ['text/csv'],
  },
  async ({ query, exchange }) =>
    query.format === 'csv' ? downloadReply(exchange, await exportFigures(query)) : readFigures(query),
)
