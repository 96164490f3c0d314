import { fileReply } from '@/lib/http/replies'
import { publicRoute } from '@/lib/http/routes'
import { ShareTokenParams } from '@/lib/media/shares/schema'
import { readSharedFile } from '@/lib/media/shares/shares'

export const GET = publicRoute(
  {
    summary: 'The file behind a share link, while it is open',
    limit: 'object',
    params: ShareTokenParams,
    refuses: ['not_found', 'storage_unavailable'],
    file: ['image/*', 'video/*'],
  },
  async ({ params, exchange }) => fileReply(exchange, await readSharedFile(params.token)),
)
