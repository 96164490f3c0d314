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
  { summary: 'Imported scores by category', limit: 'account', reply: ImportedCategoriesReply },
  async () => ({ data: await listImports() }),
)

export const POST = operatorRoute(
  { summary: 'Import published scores', limit: 'account', body: ImportRequest, reply: ImportReply },
  ({ caller, body }) => importBenchmarks(caller, body),
)

export const DELETE = operatorRoute(
  { summary: 'Remove imported scores', limit: 'account', query: WithdrawQuery, reply: WithdrawReply },
  ({ caller, query }) => withdrawBenchmarks(caller, query.category),
)
