'use client'

import { useState } from 'react'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { AddByFile } from './add-by-file'
import { AddByUrl } from './add-by-url'

type AddAssetDialogProps = { groupId: string; open: boolean; onClose: () => void }

export function AddAssetDialog({ groupId, open, onClose }: AddAssetDialogProps) {
  const [way, setWay] = useState('file')
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Add an asset</DialogTitle>
          <DialogDescription>
            A picture of 300 to 6,000 pixels a side, a video (MP4, MOV) or a sound (MP3, WAV) of 2 to 30
            seconds.
          </DialogDescription>
        </DialogHeader>
        <Tabs value={way} onValueChange={setWay} className="flex min-h-0 flex-1 flex-col">
          <TabsList className="px-5">
            <TabsTrigger value="file">Upload</TabsTrigger>
            <TabsTrigger value="url">From a URL</TabsTrigger>
          </TabsList>
          <TabsContent value="file">
            <AddByFile groupId={groupId} onDone={onClose} />
          </TabsContent>
          <TabsContent value="url">
            <AddByUrl groupId={groupId} onDone={onClose} />
          </TabsContent>
        </Tabs>
      </DialogContent>
    </Dialog>
  )
}
