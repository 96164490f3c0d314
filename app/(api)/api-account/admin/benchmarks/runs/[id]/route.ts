import { readRun } from '@/lib/benchmarks/read-run'
import { BenchmarkRun, RunParams } from '@/lib/benchmarks/schema'
import { operatorRoute } from '@/lib/http/operator-route'

export const GET = operatorRoute(
  { summary: 'One run and how far it has come', limit: 'account', params: RunParams, reply: BenchmarkRun },
  ({ params }) => readRun(params.id),
)
