import {
  ImportedCategoriesReply,
  ImportReply,
  ImportRequest,
  WithdrawQuery,
  WithdrawReply,
} from '@/lib/benchmarks/import-schema'
import { listImports } from '@/lib/benchmarks/list-imports'
import { operatorRoute } from '@/lib/http/operator-route'
import { importBenchmarks } from '@/lib/operators/import-benchmarks'
import { withdrawBenchmarks } from '@/lib/operators/withdraw-benchmarks'

export const GET = operatorRoute(
  { summary: 'What was imported, by category', limit: 'account', reply: ImportedCategoriesReply },
  async () => ({ data: await listImports() }),
)

export const POST = operatorRoute(
  { summary: 'Take in cited scores of others', limit: 'account', body: ImportRequest, reply: ImportReply },
  ({ caller, body }) => importBenchmarks(caller, body),
)

export const DELETE = operatorRoute(
  { summary: 'Take imported scores back', limit: 'account', query: WithdrawQuery, reply: WithdrawReply },
  ({ caller, query }) => withdrawBenchmarks(caller, query.category),
)
