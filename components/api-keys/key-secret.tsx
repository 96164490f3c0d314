'use client'

import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  DialogBody,
  DialogClose,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { SecretLine } from '@/components/ui/secret-line'

type KeySecretProps = { title: string; name: string; secret: string; note?: string }

/** The one time that a secret is shown. */
export function KeySecret({ title, name, secret, note }: KeySecretProps) {
  return (
    <>
      <DialogHeader>
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription className="truncate" title={name}>
          {name}
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <SecretLine value={secret} what="key" testId="key-secret" />
        <Alert tone="warning" title="This is the only time the key is shown">
          Keep it in a secret store. Only its hash is kept here, so a lost key cannot be read again, only
          replaced.
        </Alert>
        {note && <p className="text-sm text-muted">{note}</p>}
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="primary">Done</Button>
        </DialogClose>
      </DialogFooter>
    </>
  )
}
