'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Switch } from '@/components/ui/switch'
import { toast } from '@/components/ui/toast'
import { ConfirmDialog } from '@/components/ui/when-opened'
import { switchMutation } from '@/lib/operator/admin/catalog-queries'

type CatalogSwitchProps = {
  type: 'provider' | 'model' | 'route'
  id: string
  name: string
  enabled: boolean
  disabled?: boolean
  /** What disabling it means, asked before it is done; left out, nothing is asked. */
  consequence?: ReactNode
}

/** Enables or disables a provider, model or route. */
export function CatalogSwitch({ type, id, name, enabled, disabled, consequence }: CatalogSwitchProps) {
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
        onCheckedChange={(next) => (!next && consequence ? setAsking(true) : apply(next))}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Disable ${name}?`}
        description={consequence}
        confirmLabel="Disable"
        danger
        loading={change.isPending}
        error={change.error?.message}
        onConfirm={() => apply(false)}
      />
    </>
  )
}
