import { operatorRoute } from '@/lib/http/routes'
import { testMail } from '@/lib/operator/admin/settings'
import { MailTestReply } from '@/lib/operator/settings/schema'

export const POST = operatorRoute(
  {
    summary: 'Send yourself a test email',
    limit: 'account',
    reply: MailTestReply,
    refuses: ['insufficient_scope'],
    isForPerson: true,
  },
  ({ caller }) => testMail(caller),
)
