'use client'

import { useState } from 'react'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import type { SourceMedia } from '../draft'
import { ImagesTab } from './images-tab'
import { PortraitsTab } from './portraits-tab'
import type { SourceType } from './upload-source'

type PickerDialogProps = {
  isOpen: boolean
  onClose: () => void
  types: readonly SourceType[]
  onPick: (media: SourceMedia) => void
}

/** What the customer has already: pictures made here, and assets of portraits. */
export function PickerDialog({ isOpen, onClose, types, onPick }: PickerDialogProps) {
  const hasImages = types.includes('image')
  const [tab, setTab] = useState('images')
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="sm:max-w-3xl">
        <DialogHeader>
          <DialogTitle>Your library</DialogTitle>
          <DialogDescription>Choose what the video should use.</DialogDescription>
        </DialogHeader>
        <DialogBody className="min-h-80">
          <Tabs value={hasImages ? tab : 'portraits'} onValueChange={setTab}>
            <TabsList aria-label="Where to choose from">
              {hasImages && <TabsTrigger value="images">Images</TabsTrigger>}
              <TabsTrigger value="portraits">Portraits</TabsTrigger>
            </TabsList>
            <TabsContent value="images" className="pt-4">
              <ImagesTab onPick={onPick} />
            </TabsContent>
            <TabsContent value="portraits" className="pt-4">
              <PortraitsTab types={types} onPick={onPick} />
            </TabsContent>
          </Tabs>
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}
