import {
  ImportedCategoriesReply,
  ImportReply,
  ImportRequest,
  WithdrawQuery,
  WithdrawReply,
} from '@/lib/benchmarks/schema'
import { listImports } from '@/lib/benchmarks/scores'
import { operatorRoute } from '@/lib/http/routes'
import { importBenchmarks, withdrawBenchmarks } from '@/lib/operators/benchmarks'

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
