import { StatusDot } from '@/components/ui/badge'
import type { OperatorProvider } from '@/lib/operators/catalog-schema'

/** How a provider does, or why it is not asked at all. */
export function ProviderStatus({ provider }: { provider: OperatorProvider }) {
  if (provider.withdrawn_at) return <StatusDot>Withdrawn</StatusDot>
  if (!provider.enabled) return <StatusDot>Switched off</StatusDot>
  if (provider.key?.is_set === false) return <StatusDot>Not configured</StatusDot>
  if (provider.status === 'down') return <StatusDot tone="danger">Down</StatusDot>
  if (provider.status === 'degraded') return <StatusDot tone="warning">Degraded</StatusDot>
  return <StatusDot tone="success">Operational</StatusDot>
}
