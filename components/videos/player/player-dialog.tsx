'use client'

import { useState } from 'react'
import { MissingTask } from '@/components/data/missing-task'
import type { Opened } from '@/components/data/use-opened'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import type { VideoRecord } from '@/lib/videos/schema'
import { DeleteVideoDialog } from '../history/delete-video-dialog'
import { chainOf } from './chain-of'
import { ChainStrip } from './chain-strip'
import { ClipDetails } from './clip-details'
import { ClipPlayer } from './clip-player'
import { useOpenedVideo } from './use-opened-video'

type PlayerDialogProps = {
  opened: Opened | null
  /** The history as it is shown, where the other clips of a chain are. */
  records: readonly VideoRecord[]
  onShow: (opened: Opened) => void
  onClose: () => void
  onReuse: (record: VideoRecord) => void
  onContinue: (record: VideoRecord, lastFrameUrl: string) => void
  onFinish: (record: VideoRecord) => void
}

/** One clip, large: played, stepped through, and what can be made of it. */
export function PlayerDialog({
  opened,
  records,
  onShow,
  onClose,
  onReuse,
  onContinue,
  onFinish,
}: PlayerDialogProps) {
  const [isDeleting, setDeleting] = useState(false)
  const { record, url, reason } = useOpenedVideo(opened, records)
  return (
    <>
      <Dialog open={opened !== null} onOpenChange={(open) => !open && onClose()}>
        {opened && !(record && url) && (
          <DialogContent aria-describedby={undefined}>
            <MissingTask what="video" reason={reason} onClose={onClose} />
          </DialogContent>
        )}
        {opened && record && url && (
          <DialogContent
            className="sm:top-6 sm:max-h-[calc(100dvh-3rem)] sm:max-w-6xl"
            aria-describedby={undefined}
          >
            <DialogTitle className="sr-only">Video</DialogTitle>
            <div className="quiet-scroll grid min-h-0 flex-1 overflow-y-auto md:grid-cols-[minmax(0,1fr)_18rem] md:overflow-hidden">
              <ClipPlayer key={record.id} record={record} url={url} />
              <ClipDetails
                record={record}
                url={url}
                strip={
                  <ChainStrip
                    chain={chainOf(record, records)}
                    shownId={record.id}
                    onShow={({ id }) => onShow({ id, picture: 1 })}
                  />
                }
                onReuse={() => onReuse(record)}
                onContinue={(lastFrameUrl) => onContinue(record, lastFrameUrl)}
                onFinish={() => onFinish(record)}
                onDelete={() => setDeleting(true)}
              />
            </div>
          </DialogContent>
        )}
      </Dialog>
      <DeleteVideoDialog
        record={isDeleting ? (record ?? null) : null}
        onClose={() => setDeleting(false)}
        onDeleted={onClose}
      />
    </>
  )
}
