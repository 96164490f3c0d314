import { z } from 'zod'
import { publicRoute } from '@/lib/http/public-route'
import { readReadiness } from '@/lib/worker/read-readiness'

export const GET = publicRoute(
  {
    summary: 'The process can serve: database and storage answer',
    limit: 'probe',
    reply: z.object({ status: z.literal('ready') }),
    refuses: ['storage_unavailable'],
  },
  () => readReadiness(),
)
