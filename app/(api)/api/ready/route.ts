import { z } from 'zod'
import { publicRoute } from '@/lib/http/routes'
import { readReadiness } from '@/lib/worker/process'

export const GET = publicRoute(
  {
    summary: 'The process can serve: the database answers, DATA_DIR and the storage can be written',
    limit: 'probe',
    reply: z.object({ status: z.literal('ready') }),
    refuses: ['storage_unavailable'],
  },
  () => readReadiness(),
)
