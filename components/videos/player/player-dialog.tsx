'use client'

import { useState } from 'react'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import type { VideoRecord } from '@/lib/videos/schema'
import { DeleteVideoDialog } from '../history/delete-video-dialog'
import { ChainStrip } from './chain-strip'
import { ClipDetails } from './clip-details'
import { ClipPlayer } from './clip-player'

type PlayerDialogProps = {
  shown: VideoRecord | null
  chain: readonly VideoRecord[]
  onShow: (record: VideoRecord) => void
  onClose: () => void
  onReuse: (record: VideoRecord) => void
  onContinue: (record: VideoRecord, lastFrameUrl: string) => void
  onFinish: (record: VideoRecord) => void
}

/** One clip, large: played, stepped through, and what can be made of it. */
export function PlayerDialog({
  shown,
  chain,
  onShow,
  onClose,
  onReuse,
  onContinue,
  onFinish,
}: PlayerDialogProps) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Dialog open={shown !== null} onOpenChange={(open) => !open && onClose()}>
        {shown?.video_url && (
          <DialogContent
            className="sm:top-6 sm:max-h-[calc(100dvh-3rem)] sm:max-w-6xl"
            aria-describedby={undefined}
          >
            <DialogTitle className="sr-only">Video</DialogTitle>
            <div className="quiet-scroll grid min-h-0 flex-1 overflow-y-auto md:grid-cols-[minmax(0,1fr)_18rem] md:overflow-hidden">
              <ClipPlayer key={shown.id} record={shown} url={shown.video_url} />
              <ClipDetails
                record={shown}
                url={shown.video_url}
                strip={<ChainStrip chain={chain} shownId={shown.id} onShow={onShow} />}
                onReuse={() => onReuse(shown)}
                onContinue={(lastFrameUrl) => onContinue(shown, lastFrameUrl)}
                onFinish={() => onFinish(shown)}
                onDelete={() => setDeleting(true)}
              />
            </div>
          </DialogContent>
        )}
      </Dialog>
      <DeleteVideoDialog
        record={isDeleting ? shown : null}
        onClose={() => setDeleting(false)}
        onDeleted={onClose}
      />
    </>
  )
}
