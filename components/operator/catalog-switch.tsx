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
  /** What switching it off means, asked before it is done; without it nothing is asked. */
  consequence?: ReactNode
}

/** The operator's switch of one thing in the catalog. */
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
          toast.success(`${name} is switched ${next ? 'on' : 'off'}`)
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
        title={`Switch ${name} off?`}
        description={consequence}
        confirmLabel="Switch off"
        danger
        loading={change.isPending}
        error={change.error?.message}
        onConfirm={() => apply(false)}
      />
    </>
  )
}
