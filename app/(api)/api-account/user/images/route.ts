import { accountRoute } from '@/lib/http/routes'
import { listImages } from '@/lib/media/images/history'
import { ImageHistoryQuery, ImageHistoryReply } from '@/lib/media/images/schema'

export const GET = accountRoute(
  {
    summary: 'Images of the last 30 days, newest first',
    limit: 'account',
    needs: 'work.read',
    query: ImageHistoryQuery,
    reply: ImageHistoryReply,
    refuses: ['invalid_cursor'],
  },
  ({ caller, query }) => listImages(caller, query),
)
