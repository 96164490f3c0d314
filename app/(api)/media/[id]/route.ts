import { fileReply } from '@/lib/http/replies'
import { preflightRoute, publicRoute } from '@/lib/http/routes'
import { openObject } from '@/lib/work/objects/read-object'
import { ObjectParams, ObjectQuery } from '@/lib/work/objects/schema'

export const GET = publicRoute(
  {
    summary: 'Download the file of an object_url or video_url, whole or in ranges',
    limit: 'object',
    params: ObjectParams,
    query: ObjectQuery,
    isCrossOrigin: true,
    refuses: ['not_found', 'link_expired', 'storage_unavailable'],
    file: ['image/*', 'video/*', 'audio/*'],
  },
  async ({ params, query, exchange }) => fileReply(exchange, await openObject(params.id, query)),
)

export const OPTIONS = preflightRoute('GET, HEAD', 'range, if-none-match, if-range')
