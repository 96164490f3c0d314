import { z } from 'zod'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  { summary: 'The process answers', limit: 'probe', reply: z.object({ status: z.literal('ok') }) },
  () => ({ status: 'ok' as const }),
)
