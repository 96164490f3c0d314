import { readContents } from '@/lib/account/api-keys/contents'
import { ContentsReply } from '@/lib/account/api-keys/schema'
import { accountRoute } from '@/lib/http/routes'
import { RecentParams } from '@/lib/money/usage/schema'

export const GET = accountRoute(
  {
    summary: 'The stored request and answer, where the key stores contents',
    limit: 'account',
    needs: 'keys.list',
    params: RecentParams,
    reply: ContentsReply,
    isForPerson: true,
  },
  ({ caller, params }) => readContents(caller, params.id),
)
