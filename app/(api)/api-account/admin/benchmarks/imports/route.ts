import { ImportReply, ImportRequest } from '@/lib/benchmarks/schema'
import { operatorRoute } from '@/lib/http/operator-route'
import { importBenchmarks } from '@/lib/operators/import-benchmarks'

export const POST = operatorRoute(
  { summary: 'Take in cited scores of others', limit: 'account', body: ImportRequest, reply: ImportReply },
  ({ caller, body }) => importBenchmarks(caller, body),
)
