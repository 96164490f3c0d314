'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { DeleteDialog } from '@/components/media/studio/delete-dialog'
import { examples } from '@/components/media/studio/examples'
import { HistoryFrame, useHistorySearch, walkTiles } from '@/components/media/studio/history-frame'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import { deleteVideoMutation, videoHistoryQuery } from '@/lib/media/videos/queries'
import type { VideoRecord } from '@/lib/media/videos/schema'
import { ClipCard, isUnmade } from './clip-card'

/** Thirty days of videos, newest first, as far as they match; they go on by themselves while tasks are under way. */
export function useVideoHistory() {
  const search = useHistorySearch<VideoRecord['status']>()
  const query = useInfiniteQuery(videoHistoryQuery(search.filter))
  return { ...search, query, records: query.data?.pages.flatMap(({ items }) => items) ?? [] }
}

type VideoHistory = ReturnType<typeof useVideoHistory>

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

const nothing = {
  title: 'Nothing filmed yet',
  description: 'Describe a scene and press Generate.',
  examples: examples.map(({ motion, picture }) => ({ prompt: motion, picture })),
}

/** What was filmed, with the way to more of it. */
export function History({ history, onShow, onReuse, onRepeat, onExample }: HistoryProps) {
  const [deleting, setDeleting] = useState<VideoRecord | null>(null)
  return (
    <>
      <HistoryFrame
        history={history}
        statuses={statuses}
        what="videos"
        skeleton={<HistorySkeleton />}
        icon={<Clapperboard />}
        nothing={nothing}
        onExample={onExample}
      >
        <ul
          aria-label="Videos"
          onKeyDown={walkTiles}
          className="grid grid-flow-dense gap-x-4 gap-y-6 sm:grid-cols-2 2xl:grid-cols-3"
        >
          {history.records.map((record) => (
            <li key={record.id} className={cn('min-w-0', isUnmade(record) && 'col-span-full')}>
              <ClipCard
                record={record}
                onShow={() => onShow(record)}
                onReuse={() => onReuse(record)}
                onRepeat={() => onRepeat(record)}
                onDelete={() => setDeleting(record)}
              />
            </li>
          ))}
        </ul>
      </HistoryFrame>
      <DeleteVideoDialog record={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}

const slots = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

function HistorySkeleton() {
  return (
    <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2 2xl:grid-cols-3" aria-hidden="true">
      {slots.map((slot) => (
        <div key={slot} className="flex flex-col gap-2">
          <Skeleton className="aspect-video h-auto w-full rounded-md" />
          <Skeleton className="w-2/3" />
        </div>
      ))}
    </div>
  )
}

type DeleteVideoDialogProps = { record: VideoRecord | null; onClose: () => void; onDeleted?: () => void }

export function DeleteVideoDialog({ record, onClose, onDeleted }: DeleteVideoDialogProps) {
  return (
    <DeleteDialog
      id={record?.id}
      mutation={deleteVideoMutation()}
      title="Delete this video?"
      description="The video and its links are gone at once. What it cost stays in your usage."
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}
