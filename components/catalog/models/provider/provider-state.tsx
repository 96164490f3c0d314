import { StatusDot } from '@/components/ui/badge'
import type { ProviderItem } from '@/lib/catalog/models/schema'

const states = {
  operational: { tone: 'success', label: 'Operational' },
  degraded: { tone: 'warning', label: 'Degraded' },
  down: { tone: 'danger', label: 'Down' },
  disabled: { tone: 'neutral', label: 'Not connected' },
} as const

/** A provider's status, or why it is not available. */
export function ProviderState({ provider }: { provider: Pick<ProviderItem, 'status' | 'disabled_reason'> }) {
  const { tone, label } = states[provider.status]
  return <StatusDot tone={tone}>{provider.disabled_reason === 'switched_off' ? 'Disabled' : label}</StatusDot>
}
