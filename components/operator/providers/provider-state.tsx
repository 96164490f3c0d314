import { StatusDot } from '@/components/ui/badge'
import type { OperatorProvider } from '@/lib/operator/admin/providers-schema'

/** A provider's status, or why it receives no requests. */
export function ProviderState({ provider }: { provider: OperatorProvider }) {
  const { status, keys } = provider
  if (provider.withdrawn_at) return <StatusDot>Removed</StatusDot>
  if (!provider.enabled) return <StatusDot>Disabled</StatusDot>
  if (!provider.is_configured) return <StatusDot>Not connected</StatusDot>
  if (keys.length > 0 && keys.every(({ refused_at }) => refused_at !== null))
    return <StatusDot tone="danger">Key rejected</StatusDot>
  if (provider.model_count === 0) return <StatusDot>No models yet</StatusDot>
  if (status === 'down') return <StatusDot tone="danger">Down</StatusDot>
  if (status === 'degraded') return <StatusDot tone="warning">Degraded</StatusDot>
  return <StatusDot tone="success">Operational</StatusDot>
}
