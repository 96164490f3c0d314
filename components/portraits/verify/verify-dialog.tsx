'use client'

import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { VerifySession } from './verify-session'

type VerifyDialogProps = { open: boolean; onClose: () => void }

export function VerifyDialog({ open, onClose }: VerifyDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Verify a person</DialogTitle>
          <DialogDescription>
            The person opens this code with their own phone and shows their face. It works once, for a short
            while.
          </DialogDescription>
        </DialogHeader>
        {open && <VerifySession onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}
