import { operatorRoute } from '@/lib/http/routes'
import { removeOperatorLogo, setOperatorLogo } from '@/lib/operator/admin/settings'
import { LogoRequest, SettingList } from '@/lib/operator/settings/schema'

export const PUT = operatorRoute(
  {
    summary: 'Set the logo: a PNG, JPEG, WebP or SVG of at most 100 kB',
    limit: 'account',
    body: LogoRequest,
    example: { image: 'iVBORw0KGgo=' },
    reply: SettingList,
    refuses: ['demo_is_open'],
  },
  ({ caller, body }) => setOperatorLogo(caller, body),
)

export const DELETE = operatorRoute(
  {
    summary: 'Remove the logo',
    limit: 'account',
    reply: SettingList,
    refuses: ['demo_is_open'],
  },
  ({ caller }) => removeOperatorLogo(caller),
)
