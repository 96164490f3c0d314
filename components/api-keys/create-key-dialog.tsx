'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { createKeyMutation } from '@/lib/api-keys/queries'
import type { CreatedApiKey } from '@/lib/api-keys/schema'
import { CreateKeyForm } from './create-key-form'
import { KeySecret } from './key-secret'

type CreateKeyDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function CreateKeyDialog({ open, onOpenChange }: CreateKeyDialogProps) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const create = useMutation(createKeyMutation())
  const close = (next: boolean) => {
    // The answer that is under way is the only one with the secret in it.
    if (create.isPending) return
    onOpenChange(next)
    if (next) return
    setCreated(null)
    create.reset()
  }
  return (
    <Dialog open={open} onOpenChange={close}>
      <DialogContent
        className="sm:max-w-xl"
        // A press beside the window must not lose the secret, nor a form half filled in.
        onInteractOutside={(event) => event.preventDefault()}
        {...(created ? {} : { 'aria-describedby': undefined })}
      >
        {created ? (
          <KeySecret title="Key created" name={created.name} secret={created.key} />
        ) : (
          <CreateKeyForm
            onSubmit={async (request) => setCreated(await create.mutateAsync(request))}
            onCancel={() => close(false)}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}
