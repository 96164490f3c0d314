import { fileReply } from '@/lib/http/replies'
import { publicRoute } from '@/lib/http/routes'
import { SharedFileQuery, ShareTokenParams } from '@/lib/media/shares/schema'
import { readSharedFile } from '@/lib/media/shares/shares'

export const GET = publicRoute(
  {
    summary: 'A file behind a share link, while it is open',
    limit: 'object',
    params: ShareTokenParams,
    query: SharedFileQuery,
    refuses: ['not_found', 'storage_unavailable'],
    file: ['image/*', 'video/*'],
  },
  async ({ params, query, exchange }) => fileReply(exchange, await readSharedFile(params.token, query)),
)
