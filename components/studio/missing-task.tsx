import { Button } from '@/components/ui/button'
import { DialogBody, DialogFooter, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'

type MissingTaskProps = {
  /** What is asked for: “picture”, “video”. */
  what: string
  /** Why there is nothing to show; null while it is still being asked for. */
  reason: string | null
  onClose: () => void
}

/** Stands in the place of a task that an address names, until it is there, or because there is nothing of it to show. */
export function MissingTask({ what, reason, onClose }: MissingTaskProps) {
  if (reason === null)
    return (
      <>
        <DialogTitle className="sr-only">Loading the {what}</DialogTitle>
        <Skeleton className="m-5 mt-12 aspect-video h-auto" />
      </>
    )
  return (
    <>
      <DialogHeader>
        <DialogTitle>This {what} cannot be shown</DialogTitle>
      </DialogHeader>
      <DialogBody>
        <p className="text-sm text-muted">{reason}</p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </>
  )
}
