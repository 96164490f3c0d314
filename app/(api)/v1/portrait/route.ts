import { apiKeyRoute } from '@/lib/http/routes'
import { dispatchAction } from '@/lib/media/portraits/dispatch-action'
import { portraitRefusal } from '@/lib/media/portraits/portrait-refusal'
import { ActionBody, ActionQuery, MAX_BODY_BYTES, PortraitReply } from '@/lib/media/portraits/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Portrait groups, assets and liveness checks: ?Action=…&Version=2024-01-01',
    limit: 'portrait',
    /** Actions that change something need `models.use`. */
    needs: 'work.read',
    reads: { query: ActionQuery, body: ActionBody },
    example: { GroupType: 'AIGC', Name: 'Mia', Title: 'Presenter', Description: 'In a studio' },
    maxBodyBytes: MAX_BODY_BYTES,
    idempotent: (_body, query) => query.get('Action')?.startsWith('Create') === true,
    holdsSecret: true,
    reply: PortraitReply,
    refusal: portraitRefusal,
    refusalReply: PortraitReply,
    refuses: [
      'forbidden',
      'quota_exceeded',
      'aigc_not_available',
      'validate_pending',
      'validate_failed',
      'token_expired',
      'invalid_token',
      'storage_unavailable',
    ],
  },
  async ({ caller, exchange, bytes = Buffer.alloc(0) }) =>
    dispatchAction(caller, {
      requestId: exchange.id,
      action: exchange.query.get('Action') ?? '',
      version: exchange.query.get('Version') ?? '',
      body: bytes,
    }),
)
