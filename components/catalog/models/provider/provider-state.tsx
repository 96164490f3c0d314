import { StatusDot } from '@/components/ui/badge'
import type { ProviderItem } from '@/lib/catalog/models/schema'

const states = {
  operational: { tone: 'success', words: 'Operational' },
  degraded: { tone: 'warning', words: 'Degraded' },
  down: { tone: 'danger', words: 'Down' },
  disabled: { tone: 'neutral', words: 'Not configured' },
} as const

/** Whether a provider can be counted on now, and if it cannot be called at all, why. */
export function ProviderState({ provider }: { provider: Pick<ProviderItem, 'status' | 'disabled_reason'> }) {
  const { tone, words } = states[provider.status]
  return <StatusDot tone={tone}>{provider.disabled_reason === 'switched_off' ? 'Off' : words}</StatusDot>
}
