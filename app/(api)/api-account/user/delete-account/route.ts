import { withSessionCookie } from '@/lib/http/replies'
import { accountRoute } from '@/lib/http/routes'
import { deleteAccount } from '@/lib/operator/admin/delete-account'
import { DeleteAccountRequest, DeletedAccount } from '@/lib/operator/admin/deletion-schema'

export const POST = accountRoute(
  {
    summary: 'Delete the account: sessions and keys immediately, its data within an hour',
    limit: 'account',
    needs: null,
    body: DeleteAccountRequest,
    example: { current_password: 'correct horse battery' },
    reply: DeletedAccount,
    refuses: [
      'not_found',
      'demo_account_fixed',
      'operator_not_deletable',
      'payment_under_way',
      'sole_owner',
      'last_owner',
    ],
    isForPerson: true,
    audit: null,
  },
  async ({ caller, body, exchange }) => withSessionCookie(await deleteAccount(caller, body, exchange.peer)),
)
