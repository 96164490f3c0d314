import { accountRoute } from '@/lib/http/routes'
import { RevokedShare, ShareParams } from '@/lib/media/shares/schema'
import { revokeShare } from '@/lib/media/shares/shares'

export const DELETE = accountRoute(
  {
    summary: 'Revoke a share link',
    limit: 'account',
    needs: 'models.use',
    params: ShareParams,
    reply: RevokedShare,
    refuses: ['not_found'],
    audit: 'share.revoke',
  },
  ({ caller, params }) => revokeShare(caller, params.id),
)
