import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { LEADER, shortcuts, usePageLetters } from './shortcuts'

type ShortcutsDialogProps = { isOperator: boolean; onClose: () => void }

/** The keys of the console. */
export function ShortcutsDialog({ isOperator, onClose }: ShortcutsDialogProps) {
  const pages = usePageLetters(isOperator).map(({ letter, label }) => ({
    keys: [LEADER, letter],
    does: label,
  }))
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>Keyboard shortcuts</DialogTitle>
        </DialogHeader>
        <DialogBody>
          <dl className="grid gap-x-8 sm:grid-cols-2">
            {[...shortcuts, ...pages].map(({ keys, does }) => (
              <div
                key={does}
                className="flex h-8 items-center justify-between gap-4 text-sm first:sm:col-span-2"
              >
                <dt className="text-muted-foreground">{does}</dt>
                <dd className="flex items-center gap-1">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}
