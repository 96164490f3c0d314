import { StatusDot } from '@/components/ui/badge'
import type { ProviderStatus } from '@/lib/catalog/schema'

const states = {
  operational: { tone: 'success', words: 'Operational' },
  degraded: { tone: 'warning', words: 'Degraded' },
  down: { tone: 'danger', words: 'Down' },
  disabled: { tone: 'neutral', words: 'Not configured' },
} as const

/** Whether a provider can be counted on now. */
export function ProviderState({ status }: { status: ProviderStatus }) {
  const { tone, words } = states[status]
  return <StatusDot tone={tone}>{words}</StatusDot>
}
