import { apiKeyRoute } from '@/lib/http/api-key-route'
import { presignUpload } from '@/lib/uploads/presign-upload'
import { PresignReply, PresignRequest } from '@/lib/uploads/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Announce a file for an image task and get a link to PUT it to',
    limit: 'presign',
    body: PresignRequest,
    reply: PresignReply,
    refusesMultipart: true,
  },
  ({ caller, body }) => presignUpload(caller, body),
)
