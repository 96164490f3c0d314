'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { ConfirmDialog } from '@/components/ui/when-opened'
import { removeFromCatalogMutation } from '@/lib/operators/catalog-queries'

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
  const [asking, setAsking] = useState(false)
  const onConfirm = () =>
    remove.mutate(
      { type, id },
      {
        onSuccess: () => {
          setAsking(false)
          toast.success(`Deleted ${name}`)
          onRemoved?.()
        },
      },
    )
  return (
    <>
      <Button
        variant="danger-quiet"
        size={type === 'route' ? 'sm' : 'md'}
        aria-label={`Delete ${name}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open)
          remove.reset()
        }}
        title={`Delete ${name}?`}
        description="It is gone at once, on every node, and the catalog’s files do not bring it back. What has served requests can only be switched off."
        confirmLabel="Delete"
        danger
        loading={remove.isPending}
        error={remove.error?.message}
        onConfirm={onConfirm}
      />
    </>
  )
}
