import { fileReply } from '@/lib/http/replies'
import { publicRoute } from '@/lib/http/routes'
import { openLogo } from '@/lib/operator/settings/logo'
import { LogoQuery } from '@/lib/operator/settings/schema'

export const GET = publicRoute(
  {
    summary: 'The installation’s logo',
    limit: 'object',
    query: LogoQuery,
    refuses: ['not_found'],
    file: ['image/*'],
  },
  ({ query, exchange }) => fileReply(exchange, openLogo(query.v)),
)
