import { openDemoLink } from '@/lib/account/identity/demo'
import { SignInLinkQuery } from '@/lib/account/identity/schema'
import { seeOther } from '@/lib/http/replies'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'The demo sign-in link (/sign-in?token=…) printed by npm start',
    limit: 'account',
    query: SignInLinkQuery,
    isRedirect: true,
  },
  async ({ query, exchange }) => seeOther(await openDemoLink(query.token, exchange.peer)),
)
