import { readContents } from '@/lib/account/api-keys/contents'
import { ContentsReply } from '@/lib/account/api-keys/schema'
import { accountRoute } from '@/lib/http/routes'
import { RecentParams } from '@/lib/money/usage/schema'

export const GET = accountRoute(
  {
    summary: 'What a request asked and was answered, where its key keeps that',
    limit: 'account',
    params: RecentParams,
    reply: ContentsReply,
    isForPerson: true,
  },
  ({ caller, params }) => readContents(caller, params.id),
)
