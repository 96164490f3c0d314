import type { ReactNode } from 'react'
import { Alert } from './alert'
import { Button } from './button'
import { CopyButton } from './copy-button'
import { DialogBody, DialogClose, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from './dialog'

type ShownOnceProps = {
  title: string
  /** The name of what the secret is for. */
  name: string
  value: string
  /** What it is: “Copy <what>”. */
  what: string
  /** What tests know it by. */
  testId: string
  /** What to do with it. */
  advice: string
  children?: ReactNode
}

/** In a dialog: the one time that a secret is shown. */
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
        <Alert tone="warning" title={`This is the only time you see the ${secret.what}`}>
          {advice}
        </Alert>
        {children}
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="primary">Done</Button>
        </DialogClose>
      </DialogFooter>
    </>
  )
}

type SecretLineProps = {
  value: string
  /** What it is: “Copy <what>”. */
  what: string
  /** What tests know it by. */
  testId: string
}

/** Something that is shown once, whole, to be copied. */
function SecretLine({ value, what, testId }: SecretLineProps) {
  return (
    <div className="flex items-start gap-3 rounded-md border border-line-strong bg-sunken py-2 pr-2 pl-3">
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
