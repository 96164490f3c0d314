'use client'

import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { removeFromCatalogMutation } from '@/lib/operator/admin/catalog-queries'

type RemoveButtonProps = {
  type: 'model' | 'route'
  id: string
  /** As it stands in a sentence. */
  name: string
  onRemoved?: () => void
}

/** Deletes what was never used; of anything else the API says why not. */
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
      description="It is gone at once, on every node, and the catalog’s files do not bring it back. What has served requests can only be switched off."
      confirmLabel="Delete"
      change={remove}
      variables={{ type, id }}
      done={`Deleted ${name}`}
      onDone={onRemoved}
    />
  )
}
