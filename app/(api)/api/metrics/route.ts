import { typedReply } from '@/lib/http/replies'
import { publicRoute } from '@/lib/http/routes'
import { readOwnMetrics } from '@/lib/worker/serve-metrics'

export const GET = publicRoute(
  {
    summary: 'What Prometheus reads: requests, upstreams, money, queues, the process',
    limit: 'probe',
    alsoReplies: ['text/plain', 'application/openmetrics-text'],
    refuses: ['invalid_api_key', 'not_found'],
  },
  async ({ exchange }) => typedReply(await readOwnMetrics(exchange.headers)),
)
