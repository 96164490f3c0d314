import { accountRoute } from '@/lib/http/routes'
import { CreatedShare, CreateShareRequest, ShareListQuery, ShareListReply } from '@/lib/media/shares/schema'
import { createShare, listShares } from '@/lib/media/shares/shares'

export const POST = accountRoute(
  {
    summary: 'Create a link that shows one image or video, or several, for a number of hours',
    limit: 'account',
    needs: 'models.use',
    body: CreateShareRequest,
    example: { task_id: 'igen_01jd3x8kz4q7m2v9c5r6t1w0ye', hours: 24 },
    reply: CreatedShare,
    status: 201,
    idempotent: true,
    holdsSecret: true,
    refuses: ['task_not_found', 'task_not_finished'],
    audit: 'share.create',
  },
  ({ caller, body }) => createShare(caller, body),
)

export const GET = accountRoute(
  {
    summary: 'List open share links, of one task or of all',
    limit: 'account',
    needs: 'work.read',
    query: ShareListQuery,
    reply: ShareListReply,
  },
  ({ caller, query }) => listShares(caller, query),
)
