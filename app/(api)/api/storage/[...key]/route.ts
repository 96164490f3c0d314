import { z } from 'zod'
import { ReplyValue } from '@/lib/http/contract'
import { fileReply } from '@/lib/http/replies'
import { preflightRoute, publicRoute } from '@/lib/http/routes'
import { GetLink, PutLink } from '@/lib/platform/storage/disk-storage'
import { openSigned, receivePut } from '@/lib/platform/storage/signed-access'

const Params = z.object({ key: z.array(z.string()).transform((parts) => parts.join('/')) })

export const PUT = publicRoute(
  {
    summary: 'PUT a file to the signed link of a presigned upload (storage on disk)',
    limit: 'object',
    params: Params,
    query: PutLink,
    reads: { body: '*/*' },
    isCrossOrigin: true,
    refuses: [
      'invalid_signature',
      'link_expired',
      'upload_checksum_mismatch',
      'upload_content_mismatch',
      'payload_too_large',
      'storage_unavailable',
    ],
  },
  async ({ params, query, exchange }) => {
    await receivePut(params.key, query, exchange)
    return new ReplyValue({ status: 200, headers: {}, body: '' })
  },
)

export const GET = publicRoute(
  {
    summary: 'Read a file by a signed link (storage on disk)',
    limit: 'object',
    params: Params,
    query: GetLink,
    isCrossOrigin: true,
    refuses: ['invalid_signature', 'link_expired', 'not_found', 'storage_unavailable'],
    file: ['*/*'],
  },
  async ({ params, query, exchange }) => fileReply(exchange, await openSigned(params.key, query)),
)

export const OPTIONS = preflightRoute('GET, HEAD, PUT', 'content-type, content-md5, range, if-none-match')
