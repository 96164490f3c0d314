'use client'

import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { OptionField } from '@/components/forms/option-select'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { rotateKeyMutation } from '@/lib/account/api-keys/queries'
import type { ApiKeyRecord, CreatedApiKey } from '@/lib/account/api-keys/schema'
import { KeySecret } from './key-secret'

const graces = [
  { value: '0', label: 'Stops working immediately', note: 'All old secrets have stopped working.' },
  { value: '3600', label: 'Works for 1 more hour', note: 'The old secret works for 1 more hour.' },
  { value: '86400', label: 'Works for 1 more day', note: 'The old secret works for 1 more day.' },
  { value: '604800', label: 'Works for 1 more week', note: 'The old secret works for 1 more week.' },
] as const

type Grace = (typeof graces)[number]['value']

type RotateKeyDialogProps = { apiKey: ApiKeyRecord | undefined; onClose: () => void }

export function RotateKeyDialog({ apiKey, onClose }: RotateKeyDialogProps) {
  const rotate = useMutation(rotateKeyMutation())
  const close = () => {
    // Only the pending response contains the secret.
    if (rotate.isPending) return
    onClose()
    rotate.reset()
  }
  return (
    <Dialog open={apiKey !== undefined} onOpenChange={(open) => !open && close()}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        {apiKey && <RotateKey apiKey={apiKey} rotate={rotate} />}
      </DialogContent>
    </Dialog>
  )
}

type RotateKeyProps = {
  apiKey: ApiKeyRecord
  rotate: UseMutationResult<CreatedApiKey, Error, { id: string; graceSeconds: number }>
}

function RotateKey({ apiKey, rotate }: RotateKeyProps) {
  const [grace, setGrace] = useState<Grace>('3600')
  const note = graces.find(({ value }) => value === grace)?.note ?? ''
  if (rotate.data)
    return <KeySecret title="Key rotated" name={apiKey.name} secret={rotate.data.key} note={note} />
  return (
    <>
      <DialogHeader>
        <DialogTitle>Rotate key</DialogTitle>
        <DialogDescription>
          Creates a new secret for “<span className="break-words">{apiKey.name}</span>”. Settings, limits and
          spend stay the same.
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <OptionField label="Old secret" options={graces} value={grace} onValueChange={setGrace} />
        {rotate.error && <Alert tone="danger">{rotate.error.message}</Alert>}
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button
          variant="primary"
          loading={rotate.isPending}
          onClick={() => rotate.mutate({ id: apiKey.id, graceSeconds: Number(grace) })}
        >
          Rotate key
        </Button>
      </DialogFooter>
    </>
  )
}
