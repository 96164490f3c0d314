import { accountRoute } from '@/lib/http/account-route'
import { listRecent } from '@/lib/usage/list-recent'
import { RecentQuery, RecentReply } from '@/lib/usage/schema'

export const GET = accountRoute(
  { summary: 'Latest requests, newest first', limit: 'account', query: RecentQuery, reply: RecentReply },
  ({ caller, query }) => listRecent(caller, query),
)
