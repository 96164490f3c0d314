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
  {
    summary: 'Import published scores',
    limit: 'account',
    body: ImportRequest,
    example: {
      source: { name: 'Arena', url: 'https://example.com/arena', licence: 'CC BY 4.0', date: '2026-01-31' },
      results: [{ model: 'openai/gpt-4.1', category: 'coding', metric: 'Elo', score: 1240 }],
    },
    reply: ImportReply,
    idempotent: true,
  },
  ({ caller, body }) => importBenchmarks(caller, body),
)

export const DELETE = operatorRoute(
  { summary: 'Remove imported scores', limit: 'account', query: WithdrawQuery, reply: WithdrawReply },
  ({ caller, query }) => withdrawBenchmarks(caller, query.category),
)
