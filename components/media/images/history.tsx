'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download, ImagePlus, RefreshCw, SlidersHorizontal, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconAction } from '@/components/data/icon-action'
import { Elapsed, RelativeTime } from '@/components/data/relative-time'
import { DeleteDialog } from '@/components/media/studio/delete-dialog'
import { examples } from '@/components/media/studio/examples'
import {
  HistoryFrame,
  moveBetweenTiles,
  NoResultRow,
  useHistorySearch,
} from '@/components/media/studio/history-frame'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import { Spinner } from '@/components/ui/spinner'
import { toast } from '@/components/ui/toast'
import { formatMoney } from '@/lib/client/format/money'
import { isRunning } from '@/lib/client/task-queries'
import { cancelImageMutation, deleteImageMutation, imageHistoryQuery } from '@/lib/media/images/queries'
import type { ImageRecord } from '@/lib/media/images/schema'
import { cutText } from '@/lib/platform/escape'
import { titleOf } from './draft'

/** The images of the last 30 days that match the search, newest first. */
export function useImageHistory() {
  const search = useHistorySearch<ImageRecord['status']>()
  const query = useInfiniteQuery(imageHistoryQuery(search.filter))
  return { ...search, query, records: query.data?.pages.flatMap(({ items }) => items) ?? [] }
}

type ImageHistory = ReturnType<typeof useImageHistory>

type HistoryProps = {
  history: ImageHistory
  onShow: (shown: ShownImage) => void
  onReuse: (record: ImageRecord) => void
  onRepeat: (record: ImageRecord) => void
  /** An example prompt was chosen. */
  onExample: (prompt: string) => void
}

const statuses = [
  { value: 'all', label: 'All statuses' },
  { value: 'completed', label: 'Completed' },
  { value: 'processing', label: 'Generating' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

const emptyState = {
  title: 'No images yet',
  description: 'Describe an image and press Generate.',
  examples,
}

/** The image history. */
export function History({ history, onShow, onReuse, onRepeat, onExample }: HistoryProps) {
  const [deleting, setDeleting] = useState<ImageRecord | null>(null)
  return (
    <>
      <HistoryFrame
        history={history}
        statuses={statuses}
        what="images"
        skeleton={<HistorySkeleton />}
        icon={<ImagePlus />}
        emptyState={emptyState}
        onExample={onExample}
      >
        <ul
          onKeyDown={moveBetweenTiles}
          className="grid grid-flow-dense grid-cols-2 items-start gap-x-3 gap-y-7 sm:grid-cols-3 2xl:grid-cols-4"
        >
          {history.records.map((record) => (
            <li key={record.id} className={cn('min-w-0', widthOf(record))}>
              <TaskRow
                record={record}
                onShow={onShow}
                onReuse={onReuse}
                onRepeat={onRepeat}
                onDelete={setDeleting}
              />
            </li>
          ))}
        </ul>
      </HistoryFrame>
      <DeleteImageDialog record={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}

/** A task is as many columns wide as it has images; from three on the whole row. */
function widthOf(record: ImageRecord): string {
  if (hasNoResult(record)) return 'col-span-full'
  const { images, settings } = record
  const count = Math.max(images.length, settings.n)
  if (count === 1) return 'col-span-1'
  return count === 2 ? 'col-span-2' : 'col-span-full'
}

const slots = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

function HistorySkeleton() {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-7 sm:grid-cols-3 2xl:grid-cols-4" aria-hidden="true">
      {slots.map((slot) => (
        <Skeleton key={slot} className="aspect-square h-auto w-full rounded-md" />
      ))}
    </div>
  )
}

type DeleteImageDialogProps = { record: ImageRecord | null; onClose: () => void; onDeleted?: () => void }

export function DeleteImageDialog({ record, onClose, onDeleted }: DeleteImageDialogProps) {
  const count = record?.images.length ?? 1
  return (
    <DeleteDialog
      id={record?.id}
      mutation={deleteImageMutation()}
      title={count > 1 ? `Delete ${count} images?` : 'Delete this image?'}
      description="Deletes the images and their links immediately. Their cost stays in your usage."
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}

/** One image of a task, by its index. */
type ShownImage = { record: ImageRecord; index: number }

/** The images of these tasks that are still available, in order. */
export function imagesOf(records: readonly ImageRecord[]): ShownImage[] {
  return records.flatMap((record) =>
    record.images.flatMap(({ object_url }, index) => (object_url === null ? [] : [{ record, index }])),
  )
}

type TaskRowProps = {
  record: ImageRecord
  onShow: (shown: ShownImage) => void
  onReuse: (record: ImageRecord) => void
  onRepeat: (record: ImageRecord) => void
  onDelete: (record: ImageRecord) => void
}

const kinds = {
  generation: 'Created',
  edit: 'Edited',
  masked_edit: 'Edited with a mask',
  variation: 'Variation',
}

/** Whether a task ended without an image. */
export function hasNoResult({ status, images }: ImageRecord): boolean {
  return images.length === 0 && (status === 'failed' || status === 'cancelled')
}

/** One task: its images, or their placeholders, and its request. */
export function TaskRow({ record, onShow, ...actions }: TaskRowProps) {
  if (hasNoResult(record))
    return (
      <NoResultRow
        task={record}
        prompt={titleOf(record)}
        actions={<TaskActions record={record} {...actions} />}
      />
    )
  return (
    <article className="@container flex flex-col gap-2">
      <TaskTiles record={record} onShow={onShow} />
      <div className="flex min-w-0 flex-col justify-between gap-x-4 gap-y-1 @min-[24rem]:flex-row @min-[24rem]:items-start">
        <div className="min-w-0">
          <h2
            dir="auto"
            className="line-clamp-2 text-sm break-words text-foreground"
            title={record.prompt ?? undefined}
          >
            {titleOf(record)}
          </h2>
          <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-faint-foreground">
            <span>{kinds[record.kind]}</span>
            <span className="min-w-0 truncate @max-[24rem]:hidden">{record.model_name}</span>
            <span className="@max-[24rem]:hidden">{sizeOf(record)}</span>
            {record.cost && <span className="tabular-nums">{formatMoney(record.cost, 'sum')}</span>}
            <RelativeTime at={record.created_at} />
          </p>
        </div>
        <TaskActions record={record} {...actions} />
      </div>
    </article>
  )
}

/** The size of the result; before there is one, as requested. */
function sizeOf({ images: [made], settings }: ImageRecord): string {
  if (made) return `${made.width} × ${made.height}`
  return settings.size === 'auto' ? 'Auto size' : settings.size.replace('x', ' × ')
}

type TaskActionsProps = Omit<TaskRowProps, 'onShow'>

function TaskActions({ record, onReuse, onRepeat, onDelete }: TaskActionsProps) {
  const cancel = useMutation(cancelImageMutation())
  const urls = record.images.flatMap(({ object_url }) => object_url ?? [])
  return (
    <div className="-ml-1.5 flex shrink-0 @min-[24rem]:-mr-1.5 @min-[24rem]:ml-0">
      {urls.length > 1 && (
        <IconAction label="Download all" icon={Download} onPress={() => void downloadAll(urls)} />
      )}
      <IconAction label="Use these settings" icon={SlidersHorizontal} onPress={() => onReuse(record)} />
      {/* The upload of an edit or a variation was used up by the task. */}
      {record.kind === 'generation' && !isRunning(record) && (
        <IconAction label="Run again" icon={RefreshCw} onPress={() => onRepeat(record)} />
      )}
      {isRunning(record) ? (
        <IconAction
          label="Cancel"
          icon={X}
          isBusy={cancel.isPending}
          onPress={() => cancel.mutate(record.id, { onError: ({ message }) => toast.error(message) })}
        />
      ) : (
        <IconAction label="Delete" icon={Trash2} onPress={() => onDelete(record)} />
      )}
    </div>
  )
}

const PAUSE_MILLIS = 400

/** Saves images one after the other: browsers drop all but the last of simultaneous downloads. */
async function downloadAll(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const link = document.createElement('a')
    link.href = `${url}?download=1`
    link.download = ''
    document.body.append(link)
    link.click()
    link.remove()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLIS))
  }
}

type TaskTilesProps = { record: ImageRecord; onShow: (shown: ShownImage) => void }

/** A tile for each requested image. */
function TaskTiles({ record, onShow }: TaskTilesProps) {
  const indexes = Array.from(
    { length: Math.max(record.images.length, record.settings.n) },
    (_, index) => index,
  )
  const ratio = ratioOf(record)
  return (
    <div className={cn('grid gap-2', columnsOf(indexes.length))}>
      {indexes.map((index) => {
        const url = record.images[index]?.object_url
        return url ? (
          <button
            key={index}
            type="button"
            data-tile
            aria-label={`Open image ${index + 1} of ${indexes.length}`}
            onClick={() => onShow({ record, index })}
            className="group overflow-hidden rounded-md border border-border bg-muted focus-visible:outline-2 focus-visible:outline-offset-2"
            style={{ aspectRatio: ratio }}
          >
            {/* biome-ignore lint/performance/noImgElement: served by our own route, which caches it */}
            <img
              src={url}
              alt={cutText(titleOf(record), 120)}
              loading="lazy"
              className="size-full object-cover transition-transform duration-200 group-hover:scale-[1.02] motion-reduce:transition-none"
            />
          </button>
        ) : (
          <Waiting key={index} record={record} ratio={ratio} />
        )
      })}
    </div>
  )
}

function Waiting({ record, ratio }: { record: ImageRecord; ratio: number }) {
  const box = (content: ReactNode) => (
    <div
      className="grid place-items-center rounded-md border border-border bg-muted p-3 text-center text-xs text-muted-foreground"
      style={{ aspectRatio: ratio }}
    >
      {content}
    </div>
  )
  if (!isRunning(record)) return box('No longer available')
  return box(
    <span className="flex flex-col items-center gap-2" role="status">
      <Spinner />
      <span>
        {record.status === 'queued' ? 'Queued' : 'Generating…'} <Elapsed since={record.created_at} />
      </span>
      {record.waiting_for && <span>{record.waiting_for.message}</span>}
    </span>,
  )
}

/** Taller and wider images are cropped in their tiles: one poster would leave a gap in the grid. */
const TALLEST = 2 / 3
const WIDEST = 2

function ratioOf(record: ImageRecord): number {
  const { width, height } = sidesOf(record)
  return Math.min(WIDEST, Math.max(TALLEST, width / height))
}

function sidesOf({ images: [made], settings }: ImageRecord): { width: number; height: number } {
  if (made) return made
  const [, width, height] = /^(\d+)x(\d+)$/.exec(settings.size) ?? []
  return { width: Number(width ?? 1), height: Number(height ?? 1) }
}

function columnsOf(count: number): string {
  if (count < 3) return count === 1 ? 'grid-cols-1' : 'grid-cols-2'
  return count === 3 ? 'grid-cols-3' : 'grid-cols-2 sm:grid-cols-4 2xl:grid-cols-5'
}
