import { seeOther } from '@/lib/http/replies'
import { publicRoute } from '@/lib/http/routes'
import { openDemoLink } from '@/lib/identity/demo-link'
import { SignInLinkQuery } from '@/lib/identity/schema'

export const GET = publicRoute(
  {
    summary: 'The link that signs the operator in (/sign-in?token=…), as npm start prints it',
    limit: 'account',
    query: SignInLinkQuery,
    isRedirect: true,
  },
  async ({ query, exchange }) => seeOther(await openDemoLink(query.token, exchange.peer)),
)
