import { deletePreset, renamePreset } from '@/lib/gateway/playground/presets'
import { DeletedPreset, PlaygroundParams, Preset, RenamePresetRequest } from '@/lib/gateway/playground/schema'
import { accountRoute } from '@/lib/http/routes'

export const PATCH = accountRoute(
  {
    summary: 'Rename a preset: one’s own, or any as owner or admin',
    limit: 'account',
    needs: 'models.use',
    params: PlaygroundParams,
    body: RenamePresetRequest,
    example: { name: 'Short summaries' },
    reply: Preset,
    refuses: ['not_found'],
    audit: 'preset.update',
  },
  ({ caller, params, body }) => renamePreset(caller, params.id, body),
)

export const DELETE = accountRoute(
  {
    summary: 'Delete a preset: one’s own, or any as owner or admin',
    limit: 'account',
    needs: 'models.use',
    params: PlaygroundParams,
    reply: DeletedPreset,
    refuses: ['not_found'],
    audit: 'preset.delete',
  },
  ({ caller, params }) => deletePreset(caller, params.id),
)
