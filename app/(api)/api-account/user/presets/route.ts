import { createPreset, listPresets } from '@/lib/gateway/playground/presets'
import { CreatePresetRequest, Preset, PresetList } from '@/lib/gateway/playground/schema'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Save a model with a system prompt and parameters under a name, for the organization',
    limit: 'account',
    needs: 'models.use',
    body: CreatePresetRequest,
    maxBodyBytes: 64 * 1024,
    example: {
      name: 'Summaries',
      model: 'sandbox/chat',
      system: 'Answer in one sentence.',
      parameters: { temperature: 0.2 },
    },
    reply: Preset,
    status: 201,
    idempotent: true,
    holdsSecret: true,
    audit: 'preset.create',
  },
  ({ caller, body }) => createPreset(caller, body),
)

export const GET = accountRoute(
  { summary: 'List presets, newest first', limit: 'account', needs: 'work.read', reply: PresetList },
  ({ caller }) => listPresets(caller),
)
