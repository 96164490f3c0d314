'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { Switch } from '@/components/ui/switch'
import { toast } from '@/components/ui/toast'
import { ConfirmDialog } from '@/components/ui/when-opened'
import type { ProviderKind } from '@/lib/catalog/models/schema'
import { removeFromCatalogMutation, switchMutation } from '@/lib/operator/admin/catalog-queries'
import type { OperatorProvider } from '@/lib/operator/admin/catalog-schema'

/** The names of API types. */
export const apiTypeNames: Record<ProviderKind, string> = {
  'openai-compatible': 'OpenAI compatible',
  anthropic: 'Anthropic',
  google: 'Google Gemini',
  fal: 'fal',
  replicate: 'Replicate',
  ark: 'Ark (Volcengine, BytePlus)',
}

type CatalogSwitchProps = {
  type: 'provider' | 'model' | 'route'
  id: string
  name: string
  enabled: boolean
  disabled?: boolean
}

/** What disabling means, confirmed before it is done. A route is disabled without a question. */
const consequences: Partial<Record<CatalogSwitchProps['type'], string>> = {
  provider:
    'Its models become unavailable at this provider immediately, and entirely where no other provider has them. Requests in progress finish.',
  model: 'The model becomes unavailable immediately. Tasks in progress finish.',
}

/** Enables or disables a provider, model or route. */
export function CatalogSwitch({ type, id, name, enabled, disabled }: CatalogSwitchProps) {
  const change = useMutation(switchMutation())
  const [asking, setAsking] = useState(false)
  const shown = change.isPending ? change.variables.enabled : enabled
  const apply = (next: boolean) =>
    change.mutate(
      { type, id, enabled: next },
      {
        onSuccess: () => {
          setAsking(false)
          toast.success(`${name} ${next ? 'enabled' : 'disabled'}`)
        },
        onError: (error) => !asking && toast.error(error.message),
      },
    )
  return (
    <>
      <Switch
        aria-label={name}
        className="align-middle"
        checked={shown}
        disabled={disabled || change.isPending}
        onCheckedChange={(next) => (!next && consequences[type] ? setAsking(true) : apply(next))}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Disable ${name}?`}
        description={consequences[type]}
        confirmLabel="Disable"
        danger
        loading={change.isPending}
        error={change.error?.message}
        onConfirm={() => apply(false)}
      />
    </>
  )
}

type RemoveButtonProps = {
  type: 'model' | 'route'
  id: string
  /** As used within a sentence. */
  name: string
  onRemoved?: () => void
}

/** Deletes a model or route that was never used; the API refuses others. */
export function RemoveButton({ type, id, name, onRemoved }: RemoveButtonProps) {
  const remove = useMutation(removeFromCatalogMutation())
  return (
    <ConfirmButton
      button={
        <Button variant="destructive-outline" size={type === 'route' ? 'sm' : 'default'}>
          Delete {type}
          <span className="sr-only">: {name}</span>
        </Button>
      }
      title={`Delete ${name}?`}
      description="It is deleted immediately and catalog updates do not restore it. Models and routes with past requests can only be disabled."
      confirmLabel="Delete"
      change={remove}
      variables={{ type, id }}
      done={`Deleted ${name}`}
      onDone={onRemoved}
    />
  )
}

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
