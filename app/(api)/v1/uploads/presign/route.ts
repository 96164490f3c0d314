import { apiKeyRoute } from '@/lib/http/routes'
import { presignUpload } from '@/lib/work/uploads/presign-upload'
import { PresignReply, PresignRequest } from '@/lib/work/uploads/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Announce an input file for an image task; returns a signed upload link',
    limit: 'presign',
    body: PresignRequest,
    example: {
      purpose: 'image_edit_source',
      content_type: 'image/png',
      content_length: 11,
      content_md5: 'XrY7u+Ae7tCTyyK7j1rNww==',
      checksum_sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    },
    reply: PresignReply,
    idempotent: true,
    holdsSecret: true,
    refusesMultipart: true,
    refuses: ['storage_unavailable'],
  },
  ({ caller, body }) => presignUpload(caller, body),
)
