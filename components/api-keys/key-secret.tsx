'use client'

import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import {
  DialogBody,
  DialogClose,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'

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
        <div className="flex items-start gap-3 rounded-md border border-line-strong bg-sunken py-2 pr-2 pl-3">
          <code
            data-testid="key-secret"
            className="min-w-0 flex-1 py-1 font-mono text-sm leading-5 break-all select-all"
          >
            {secret}
          </code>
          <CopyButton value={secret} label="Copy" what="key" autoFocus />
        </div>
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
