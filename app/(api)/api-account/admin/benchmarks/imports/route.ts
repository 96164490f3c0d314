import { listImports } from '@/lib/catalog/rankings/scores'
import {
  ImportedCategoriesReply,
  ImportReply,
  ImportRequest,
  WithdrawQuery,
  WithdrawReply,
} from '@/lib/catalog/rankings/scores-schema'
import { operatorRoute } from '@/lib/http/routes'
import { importBenchmarks, withdrawBenchmarks } from '@/lib/operator/admin/benchmarks'

export const GET = operatorRoute(
  { summary: 'What was imported, by category', limit: 'account', reply: ImportedCategoriesReply },
  async () => ({ data: await listImports() }),
)

export const POST = operatorRoute(
  { summary: 'Import cited scores of others', limit: 'account', body: ImportRequest, reply: ImportReply },
  ({ caller, body }) => importBenchmarks(caller, body),
)

export const DELETE = operatorRoute(
  { summary: 'Withdraw imported scores', limit: 'account', query: WithdrawQuery, reply: WithdrawReply },
  ({ caller, query }) => withdrawBenchmarks(caller, query.category),
)
