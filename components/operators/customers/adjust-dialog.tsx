'use client'

import { Dialog, DialogContent } from '@/components/ui/dialog'
import type { Customer } from '@/lib/operators/customers-schema'
import { AdjustForm } from './adjust-form'

type AdjustDialogProps = { customer: Customer; open: boolean; onOpenChange: (open: boolean) => void }

export function AdjustDialog({ customer, open, onOpenChange }: AdjustDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        <AdjustForm customer={customer} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}
