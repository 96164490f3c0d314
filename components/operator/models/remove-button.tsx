'use client'

import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { removeFromCatalogMutation } from '@/lib/operator/admin/catalog-queries'

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
        <Button variant="danger-quiet" size={type === 'route' ? 'sm' : 'md'} aria-label={`Delete ${name}`}>
          Delete
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
