import { StatusDot } from '@/components/ui/badge'
import type { OperatorProvider } from '@/lib/operator/admin/providers-schema'

/** How a provider does, or why it is not asked at all. */
export function ProviderState({ provider }: { provider: OperatorProvider }) {
  const { status, keys } = provider
  if (provider.withdrawn_at) return <StatusDot>Withdrawn</StatusDot>
  if (!provider.enabled) return <StatusDot>Switched off</StatusDot>
  if (!provider.is_configured) return <StatusDot>Not connected</StatusDot>
  if (keys.length > 0 && keys.every(({ refused_at }) => refused_at !== null))
    return <StatusDot tone="danger">Key refused</StatusDot>
  if (provider.model_count === 0) return <StatusDot>No models yet</StatusDot>
  if (status === 'down') return <StatusDot tone="danger">Down</StatusDot>
  if (status === 'degraded') return <StatusDot tone="warning">Degraded</StatusDot>
  return <StatusDot tone="success">Operational</StatusDot>
}
