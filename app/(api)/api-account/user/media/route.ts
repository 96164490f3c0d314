import { accountRoute } from '@/lib/http/routes'
import { keepMedia } from '@/lib/work/objects/keep-object'
import { KeptMedia } from '@/lib/work/objects/schema'

export const POST = accountRoute(
  {
    summary: 'Store an image, video or audio file for a day; returns its link',
    limit: 'account',
    needs: 'models.use',
    reads: { body: '*/*' },
    reply: KeptMedia,
    status: 201,
    idempotent: true,
    refuses: ['invalid_parameter', 'unsupported_media_type', 'storage_unavailable'],
    audit: null,
  },
  ({ caller, exchange }) =>
    keepMedia(caller, {
      contentType: exchange.headers['content-type'],
      contentLength: exchange.headers['content-length'],
      body: exchange.readStream(),
    }),
)
