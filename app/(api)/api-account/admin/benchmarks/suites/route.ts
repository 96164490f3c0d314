import { listSuites } from '@/lib/benchmarks/list-suites'
import { SuitesReply } from '@/lib/benchmarks/schema'
import { operatorRoute } from '@/lib/http/operator-route'

export const GET = operatorRoute(
  { summary: 'What models can be asked', limit: 'account', reply: SuitesReply },
  () => listSuites(),
)
