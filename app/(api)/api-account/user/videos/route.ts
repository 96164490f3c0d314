import { accountRoute } from '@/lib/http/routes'
import { listVideoHistory } from '@/lib/media/videos/history'
import { VideoHistoryQuery, VideoHistoryReply } from '@/lib/media/videos/schema'

export const GET = accountRoute(
  {
    summary: 'Videos of the last 30 days with their requests, newest first',
    limit: 'account',
    needs: 'work.read',
    query: VideoHistoryQuery,
    reply: VideoHistoryReply,
    refuses: ['invalid_cursor'],
  },
  ({ caller, query }) => listVideoHistory(caller, query),
)
