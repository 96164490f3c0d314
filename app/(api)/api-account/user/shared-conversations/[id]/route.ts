import { revokeConversation } from '@/lib/gateway/playground/conversations'
import { PlaygroundParams, RevokedConversation } from '@/lib/gateway/playground/schema'
import { accountRoute } from '@/lib/http/routes'

export const DELETE = accountRoute(
  {
    summary: 'Revoke a link to a conversation, and delete what it shows',
    limit: 'account',
    needs: 'models.use',
    params: PlaygroundParams,
    reply: RevokedConversation,
    refuses: ['not_found'],
    audit: 'shared_conversation.revoke',
  },
  ({ caller, params }) => revokeConversation(caller, params.id),
)
