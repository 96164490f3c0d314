'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Clapperboard, Play, RefreshCw, SlidersHorizontal, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconAction } from '@/components/data/icon-action'
import { Elapsed, RelativeTime } from '@/components/data/relative-time'
import { dragResult } from '@/components/forms/dragged-result'
import { Allowed } from '@/components/layout/permissions'
import { FavoriteAction } from '@/components/media/boards/favorite-action'
import { FolderAction } from '@/components/media/boards/folder-action'
import { Board, CardFoot, Fact } from '@/components/media/studio/board'
import { DeleteDialog } from '@/components/media/studio/delete-dialog'
import { examples } from '@/components/media/studio/examples'
import { FailedTasks } from '@/components/media/studio/failed-tasks'
import { HistoryFrame, useDivided, useHistorySearch } from '@/components/media/studio/history-frame'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import { Spinner } from '@/components/ui/spinner'
import { toast } from '@/components/ui/toast'
import { formatMoney } from '@/lib/client/format/money'
import { isRunning } from '@/lib/client/task-queries'
import { cancelVideoMutation, deleteVideoMutation, videoHistoryQuery } from '@/lib/media/videos/queries'
import type { VideoRecord } from '@/lib/media/videos/schema'
import { cutText } from '@/lib/platform/escape'

/** The videos of the last 30 days that match the search, newest first. */
export function useVideoHistory() {
  const search = useHistorySearch<VideoRecord['status']>()
  const query = useInfiniteQuery(videoHistoryQuery(search.filter))
  return { ...search, query, ...useDivided(query.data, hasNoResult) }
}

type VideoHistory = ReturnType<typeof useVideoHistory>

type HistoryProps = {
  history: VideoHistory
  onShow: (record: VideoRecord) => void
  onReuse: (record: VideoRecord) => void
  onRepeat: (record: VideoRecord) => void
  /** An example prompt was chosen. */
  onExample: (prompt: string) => void
}

const statuses = [
  { value: 'all', label: 'All statuses' },
  { value: 'completed', label: 'Completed' },
  { value: 'queued', label: 'Queued' },
  { value: 'processing', label: 'Generating' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'expired', label: 'Expired' },
] as const

const emptyState = {
  title: 'No videos yet',
  description: 'Describe a scene and press Generate.',
  examples: examples.map(({ motion, picture }) => ({ prompt: motion, picture })),
}

/** The video history. */
export function History({ history, onShow, onReuse, onRepeat, onExample }: HistoryProps) {
  const [deleting, setDeleting] = useState<VideoRecord | null>(null)
  const actionsOf = (record: VideoRecord) => (
    <ClipActions record={record} onReuse={onReuse} onRepeat={onRepeat} onDelete={setDeleting} />
  )
  return (
    <>
      <HistoryFrame
        history={history}
        statuses={statuses}
        what="videos"
        skeleton={<HistorySkeleton />}
        icon={<Clapperboard />}
        emptyState={emptyState}
        onExample={onExample}
      >
        <FailedTasks
          tasks={history.failed}
          titleOf={({ prompt }) => prompt}
          actionsOf={actionsOf}
          isWanted={history.filter.status !== undefined}
        />
        <Board label="Videos" items={history.made} columnWidth={340} fewestColumns={1} heightOf={clipHeight}>
          {(record) => <ClipCard record={record} onShow={onShow} actions={actionsOf(record)} />}
        </Board>
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
      description="Deletes the video and its links immediately. Its cost stays in your usage."
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}

/** Whether a task ended without a video. */
function hasNoResult(record: VideoRecord): boolean {
  return record.video_url === null && !isRunning(record)
}

/** Taller videos have bars on their sides. */
const TALLEST = 3 / 4

/** As requested until there is a video; a model that chooses the ratio itself mostly chooses 16:9. */
function ratioOf({ ratio }: VideoRecord): number {
  const [width = 0, height = 0] = ratio.split(':').map(Number)
  return Math.max(TALLEST, width > 0 && height > 0 ? width / height : 16 / 9)
}

const clipHeight = (record: VideoRecord, width: number) => width / ratioOf(record)

type ClipCardProps = { record: VideoRecord; onShow: (record: VideoRecord) => void; actions: ReactNode }

/** One task: its progress or video, and its request. */
function ClipCard({ record, onShow, actions }: ClipCardProps) {
  return (
    <article>
      {record.video_url === null ? (
        <Running record={record} />
      ) : (
        <Clip record={record} url={record.video_url} onShow={() => onShow(record)} />
      )}
      <CardFoot
        resultOf={record.video_url === null ? null : record.id}
        title={record.prompt}
        facts={
          <>
            <Fact>{record.model_name}</Fact>
            <Fact>{record.resolution}</Fact>
            {record.duration > 0 && <Fact>{Number(record.duration.toFixed(2))} s</Fact>}
            {record.cost && (
              <Fact>
                <span className="tabular-nums">{formatMoney(record.cost, 'sum')}</span>
              </Fact>
            )}
            <Fact>
              <RelativeTime at={record.created_at} />
            </Fact>
            {record.draft && <Fact>Draft</Fact>}
          </>
        }
        actions={actions}
      />
    </article>
  )
}

type ClipActionsProps = {
  record: VideoRecord
  onReuse: (record: VideoRecord) => void
  onRepeat: (record: VideoRecord) => void
  onDelete: (record: VideoRecord) => void
}

function ClipActions({ record, onReuse, onRepeat, onDelete }: ClipActionsProps) {
  const cancel = useMutation(cancelVideoMutation())
  const isUnderWay = isRunning(record)
  const isFinal = record.input_type === 'draft_task'
  return (
    <Allowed to="models.use">
      {/* The request of a final video does not contain that of its draft. */}
      {!isFinal && (
        <IconAction label="Use these settings" icon={SlidersHorizontal} onPress={() => onReuse(record)} />
      )}
      {!isFinal && !isUnderWay && (
        <IconAction label="Run again" icon={RefreshCw} onPress={() => onRepeat(record)} />
      )}
      {isUnderWay ? (
        <IconAction
          label="Cancel"
          icon={X}
          isBusy={cancel.isPending}
          onPress={() => cancel.mutate(record.id, { onError: ({ message }) => toast.error(message) })}
        />
      ) : (
        <>
          <FavoriteAction taskId={record.id} />
          <FolderAction taskId={record.id} />
          <IconAction label="Delete" icon={Trash2} onPress={() => onDelete(record)} />
        </>
      )}
    </Allowed>
  )
}

type ClipProps = { record: VideoRecord; url: string; onShow: () => void }

/** The clip, which plays while the pointer is over it. */
function Clip({ record, url, onShow }: ClipProps) {
  const { link, renew } = useSteadyLink(url)
  return (
    <button
      type="button"
      data-tile
      aria-label={`Play: ${cutText(record.prompt, 100)}`}
      draggable
      onDragStart={(event) =>
        dragResult(event, { type: 'video', url: link, name: record.prompt, frame: record.last_frame_url })
      }
      onClick={onShow}
      onPointerEnter={({ currentTarget, pointerType }) => {
        if (pointerType === 'mouse') currentTarget.querySelector('video')?.play().catch(stayStill)
      }}
      onPointerLeave={({ currentTarget }) => currentTarget.querySelector('video')?.pause()}
      className="group relative block w-full overflow-hidden rounded-md border border-border bg-muted"
      style={{ aspectRatio: ratioOf(record) }}
    >
      <video
        // Phones draw no frame of a video before it plays, unless it is seeked.
        src={`${link}#t=0.001`}
        muted
        loop
        playsInline
        preload="metadata"
        tabIndex={-1}
        aria-hidden="true"
        onError={renew}
        className={cn('size-full', record.ratio === 'adaptive' ? 'object-contain' : 'object-cover')}
      />
      <span
        aria-hidden="true"
        className="absolute bottom-2 left-2 grid size-7 place-items-center rounded-full bg-scrim text-scrim-foreground transition-opacity duration-100 group-hover:opacity-0"
      >
        <Play className="size-3.5 fill-current" />
      </span>
    </button>
  )
}

/** A browser may refuse to play: then the first frame stays. */
function stayStill(): void {}

function Running({ record }: { record: VideoRecord }) {
  const word = record.status === 'queued' ? 'Queued' : 'Generating…'
  return (
    <div
      className="flex flex-col items-center justify-center gap-2 overflow-hidden rounded-md border border-border bg-muted p-4 text-center text-xs text-muted-foreground"
      style={{ aspectRatio: ratioOf(record) }}
    >
      <Spinner />
      <span role="status" className="tabular-nums">
        {word}
        {record.progress !== null && record.progress > 0 && ` ${record.progress}%,`}{' '}
        <Elapsed since={record.created_at} />
      </span>
      {record.waiting_for && <span>{record.waiting_for.message}</span>}
      <span
        className="h-1 w-32 max-w-full overflow-hidden rounded-full bg-secondary forced-color-adjust-none"
        aria-hidden="true"
      >
        <span
          className="block h-full bg-brand transition-[width] duration-500 motion-reduce:transition-none"
          style={{ width: `${record.progress ?? 0}%` }}
        />
      </span>
    </div>
  )
}

/**
 * Links are signed at every read, and a new one would restart the video: the first is kept until it fails or another file is
 * shown.
 */
export function useSteadyLink(url: string): { link: string; renew: () => void } {
  const [link, setLink] = useState(url)
  const isSame = pathOf(link) === pathOf(url)
  if (!isSame) setLink(url)
  return { link: isSame ? link : url, renew: () => setLink(url) }
}

function pathOf(link: string): string {
  return link.split('?', 1)[0] ?? link
}
