'use client'

import { useState } from 'react'
import { TaskDialog } from '@/components/studio/task-dialog'
import type { Opened } from '@/components/studio/use-opened'
import { useOpenedRecord } from '@/components/studio/use-opened-record'
import { videoRecordQuery } from '@/lib/videos/queries'
import type { VideoRecord } from '@/lib/videos/schema'
import { DeleteVideoDialog } from '../history/delete-video-dialog'
import { chainOf } from './chain-of'
import { ChainStrip } from './chain-strip'
import { ClipDetails } from './clip-details'
import { ClipPlayer } from './clip-player'

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
export function PlayerDialog(props: PlayerDialogProps) {
  const { opened, records, onShow, onClose, onReuse, onContinue, onFinish } = props
  const [isDeleting, setDeleting] = useState(false)
  const { record, reason } = useOpenedRecord(opened, { records, ask: videoRecordQuery, doing: 'filmed' })
  const url = record?.video_url
  return (
    <>
      <TaskDialog isOpen={opened !== null} onClose={onClose} what="video" title="Video" reason={reason}>
        {record && url && (
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
        )}
      </TaskDialog>
      <DeleteVideoDialog
        record={isDeleting ? (record ?? null) : null}
        onClose={() => setDeleting(false)}
        onDeleted={onClose}
      />
    </>
  )
}
