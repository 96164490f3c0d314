import type { ReactNode } from 'react'
import { Alert } from './alert'
import { Button } from './button'
import { DialogBody, DialogClose, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from './dialog'
import { SecretLine } from './secret-line'

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
        <Alert tone="warning" title={`This is the only time the ${secret.what} is shown`}>
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
