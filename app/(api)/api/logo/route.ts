import { fileReply } from '@/lib/http/replies'
import { publicRoute } from '@/lib/http/routes'
import { LogoQuery } from '@/lib/operator/settings/schema'
import { openLogo } from '@/lib/operator/settings/settings'

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
