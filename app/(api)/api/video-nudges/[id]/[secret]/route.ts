import { z } from 'zod'
import { readBytes } from '@/lib/http/input'
import { publicRoute } from '@/lib/http/routes'
import { NotificationParams } from '@/lib/media/videos/schema'
import { receiveNotification } from '@/lib/media/videos/turns'

const MAX_BODY_BYTES = 64 * 1024

export const POST = publicRoute(
  {
    summary: 'Notification from a provider that a video task has changed',
    limit: 'probe',
    reads: { body: '*/*' },
    params: NotificationParams,
    reply: z.object({ received: z.literal(true) }),
    refuses: ['not_found'],
  },
  async ({ exchange, params }) =>
    receiveNotification(params.id, params.secret, await readBytes(exchange, null, MAX_BODY_BYTES)),
)
