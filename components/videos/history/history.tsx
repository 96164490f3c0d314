'use client'

import { useState } from 'react'
import { HistoryFrame } from '@/components/studio/history-frame'
import { walkTiles } from '@/components/studio/walk-tiles'
import type { VideoRecord } from '@/lib/videos/schema'
import { ClipCard } from './clip-card'
import { DeleteVideoDialog } from './delete-video-dialog'
import { EmptyHistory } from './empty-history'
import { HistorySkeleton } from './history-skeleton'
import type { VideoHistory } from './use-video-history'

type HistoryProps = {
  history: VideoHistory
  onShow: (record: VideoRecord) => void
  onReuse: (record: VideoRecord) => void
  onRepeat: (record: VideoRecord) => void
  /** A prompt to begin with. */
  onExample: (prompt: string) => void
}

const statuses = [
  { value: 'all', label: 'All states' },
  { value: 'completed', label: 'Completed' },
  { value: 'queued', label: 'Queued' },
  { value: 'processing', label: 'Filming' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'expired', label: 'Expired' },
] as const

/** What was filmed, with the way to more of it. */
export function History({ history, onShow, onReuse, onRepeat, onExample }: HistoryProps) {
  const [doomed, setDoomed] = useState<VideoRecord | null>(null)
  return (
    <>
      <HistoryFrame
        history={history}
        statuses={statuses}
        what="videos"
        skeleton={<HistorySkeleton />}
        empty={<EmptyHistory isFiltered={history.isFiltered} onExample={onExample} />}
      >
        <ul
          aria-label="Videos"
          onKeyDown={walkTiles}
          className="grid gap-x-4 gap-y-6 sm:grid-cols-2 2xl:grid-cols-3"
        >
          {history.records.map((record) => (
            <li key={record.id} className="min-w-0">
              <ClipCard
                record={record}
                onShow={() => onShow(record)}
                onReuse={() => onReuse(record)}
                onRepeat={() => onRepeat(record)}
                onDelete={() => setDoomed(record)}
              />
            </li>
          ))}
        </ul>
      </HistoryFrame>
      <DeleteVideoDialog record={doomed} onClose={() => setDoomed(null)} />
    </>
  )
}
