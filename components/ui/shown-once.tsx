import type { ReactNode } from 'react'
import { Alert } from './alert'
import { Button } from './button'
import { CopyButton } from './copy-button'
import { DialogBody, DialogClose, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from './dialog'

type ShownOnceProps = {
  title: string
  /** What the secret belongs to. */
  name: string
  value: string
  /** Names the copy button: “Copy <what>”. */
  what: string
  /** `data-testid` of the secret. */
  testId: string
  /** What to do with the secret. */
  advice: string
  children?: ReactNode
}

/** The content of a dialog that shows a secret once. */
export function ShownOnce({ title, name, advice, children, ...secret }: ShownOnceProps) {
  return (
    <>
      <DialogHeader>
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription dir="auto" className="truncate text-left" title={name}>
          {name}
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <SecretLine {...secret} />
        <Alert tone="warning" title={`You won’t see the ${secret.what} again`}>
          {advice}
        </Alert>
        {children}
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="default">Done</Button>
        </DialogClose>
      </DialogFooter>
    </>
  )
}

type SecretLineProps = {
  value: string
  /** Names the copy button: “Copy <what>”. */
  what: string
  /** `data-testid` of the secret. */
  testId: string
}

function SecretLine({ value, what, testId }: SecretLineProps) {
  return (
    <div className="flex items-start gap-3 rounded-md border border-input bg-muted py-2 pr-2 pl-3">
      <code
        data-testid={testId}
        className="min-w-0 flex-1 py-1 font-mono text-sm leading-5 break-all whitespace-pre-line select-all pointer-coarse:py-2"
      >
        {value}
      </code>
      <CopyButton value={value} label="Copy" what={what} autoFocus />
    </div>
  )
}
