'use client'

import { Dialog, DialogContent } from '@/components/ui/dialog'
import type { Modality } from '@/lib/catalog/schema'
import type { OperatorRoute } from '@/lib/operators/catalog-schema'
import { PriceFields } from './price-fields'

type PriceDialogProps = {
  route: OperatorRoute
  modality: Modality
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function PriceDialog({ route, modality, open, onOpenChange }: PriceDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        <PriceFields route={route} modality={modality} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}
