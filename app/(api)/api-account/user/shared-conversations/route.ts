import { listSharedConversations, shareConversation } from '@/lib/gateway/playground/conversations'
import {
  CreatedConversation,
  ShareConversationRequest,
  SharedConversationList,
} from '@/lib/gateway/playground/schema'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Create a link that shows a conversation, as it is sent, for a number of hours',
    limit: 'account',
    needs: 'models.use',
    body: ShareConversationRequest,
    maxBodyBytes: 512 * 1024,
    example: {
      title: 'Capitals',
      hours: 24,
      turns: [
        {
          prompt: 'The capital of France?',
          images: 0,
          answers: [{ model: 'Sandbox Chat', text: 'Paris.', status: 'done' }],
        },
      ],
    },
    reply: CreatedConversation,
    status: 201,
    idempotent: true,
    holdsSecret: true,
    audit: 'shared_conversation.create',
  },
  ({ caller, body }) => shareConversation(caller, body),
)

export const GET = accountRoute(
  {
    summary: 'List open links to conversations, newest first',
    limit: 'account',
    needs: 'work.read',
    reply: SharedConversationList,
  },
  ({ caller }) => listSharedConversations(caller),
)
