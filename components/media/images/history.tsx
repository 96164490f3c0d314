'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import {
  Brush,
  Clapperboard,
  CornerUpLeft,
  Download,
  ImagePlus,
  RefreshCw,
  SlidersHorizontal,
  Trash2,
  X,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { IconAction } from '@/components/data/icon-action'
import { RelativeTime } from '@/components/data/relative-time'
import { Allowed } from '@/components/layout/permissions'
import { FavoriteAction } from '@/components/media/boards/favorite-action'
import { FolderAction } from '@/components/media/boards/folder-action'
import { Board, CardFoot, Fact } from '@/components/media/studio/board'
import { DeleteDialog } from '@/components/media/studio/delete-dialog'
import { examples } from '@/components/media/studio/examples'
import { FailedTasks } from '@/components/media/studio/failed-tasks'
import { HistoryFrame, useDivided, useHistorySearch } from '@/components/media/studio/history-frame'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/toast'
import { MenuButton } from '@/components/ui/when-opened'
import { formatMoney } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { isRunning } from '@/lib/client/task-queries'
import { cancelImageMutation, deleteImageMutation, imageHistoryQuery } from '@/lib/media/images/queries'
import type { ImageRecord } from '@/lib/media/images/schema'
import { titleOf } from './draft'
import { type ShownImage, TaskTiles, tilesHeight } from './task-tiles'

/** The images of the last 30 days that match the search, newest first. */
export function useImageHistory() {
  const search = useHistorySearch<ImageRecord['status']>()
  const query = useInfiniteQuery(imageHistoryQuery(search.filter))
  return { ...search, query, ...useDivided(query.data, hasNoResult) }
}

type ImageHistory = ReturnType<typeof useImageHistory>

type HistoryProps = {
  history: ImageHistory
  onShow: (shown: ShownImage) => void
  onReuse: (record: ImageRecord) => void
  onRepeat: (record: ImageRecord) => void
  /** An image becomes the source of an edit, by its URL. */
  onUse: (url: string) => void
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
export function History({ history, onShow, onReuse, onRepeat, onUse, onExample }: HistoryProps) {
  const [deleting, setDeleting] = useState<ImageRecord | null>(null)
  const actionsOf = (record: ImageRecord) => (
    <TaskActions record={record} onReuse={onReuse} onRepeat={onRepeat} onUse={onUse} onDelete={setDeleting} />
  )
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
        <FailedTasks
          tasks={history.failed}
          titleOf={titleOf}
          actionsOf={actionsOf}
          isWanted={history.filter.status !== undefined}
        />
        <Board label="Images" items={history.made} columnWidth={240} fewestColumns={2} heightOf={tilesHeight}>
          {(record) => <TaskCard record={record} onShow={onShow} actions={actionsOf(record)} />}
        </Board>
      </HistoryFrame>
      <DeleteImageDialog record={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}

const slots = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

function HistorySkeleton() {
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 2xl:grid-cols-4" aria-hidden="true">
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

/** The images of these tasks that are still available, in order. */
export function imagesOf(records: readonly ImageRecord[]): ShownImage[] {
  return records.flatMap((record) =>
    record.images.flatMap(({ object_url }, index) => (object_url === null ? [] : [{ record, index }])),
  )
}

const kinds = {
  generation: 'Created',
  edit: 'Edited',
  masked_edit: 'Edited with a mask',
  variation: 'Variation',
}

/** Whether a task ended without an image. */
function hasNoResult({ status, images }: ImageRecord): boolean {
  return images.length === 0 && (status === 'failed' || status === 'cancelled')
}

type TaskCardProps = { record: ImageRecord; onShow: (shown: ShownImage) => void; actions: ReactNode }

/** One task: its images, or their placeholders, and its request. */
function TaskCard({ record, onShow, actions }: TaskCardProps) {
  return (
    <article>
      <TaskTiles record={record} onShow={onShow} />
      <CardFoot
        resultOf={record.images.some(({ object_url }) => object_url !== null) ? record.id : null}
        title={titleOf(record)}
        facts={
          <>
            <Fact>{kinds[record.kind]}</Fact>
            <Fact>{record.model_name}</Fact>
            <Fact>{sizeOf(record)}</Fact>
            {record.cost && (
              <Fact>
                <span className="tabular-nums">{formatMoney(record.cost, 'sum')}</span>
              </Fact>
            )}
            <Fact>
              <RelativeTime at={record.created_at} />
            </Fact>
          </>
        }
        actions={actions}
      />
    </article>
  )
}

/** The size of the result; before there is one, as requested. */
function sizeOf({ images: [made], settings }: ImageRecord): string {
  if (made) return `${made.width}\u00a0×\u00a0${made.height}`
  return settings.size === 'auto' ? 'Auto size' : settings.size.replace('x', '\u00a0×\u00a0')
}

type TaskActionsProps = {
  record: ImageRecord
  onReuse: (record: ImageRecord) => void
  onRepeat: (record: ImageRecord) => void
  onUse: (url: string) => void
  onDelete: (record: ImageRecord) => void
}

function TaskActions({ record, onReuse, onRepeat, onUse, onDelete }: TaskActionsProps) {
  const cancel = useMutation(cancelImageMutation())
  const urls = record.images.flatMap(({ object_url }) => object_url ?? [])
  return (
    <>
      {urls.length > 1 && (
        <IconAction label="Download all" icon={Download} onPress={() => void downloadAll(urls)} />
      )}
      <Allowed to="models.use">
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
          <>
            <FavoriteAction taskId={record.id} />
            <FolderAction taskId={record.id} />
            {urls[0] && urls.length === 1 && <UseMenu id={record.id} onEdit={() => onUse(urls[0] ?? '')} />}
            <IconAction label="Delete" icon={Trash2} onPress={() => onDelete(record)} />
          </>
        )}
      </Allowed>
    </>
  )
}

/** What dragging an image into a slot does, by keyboard. */
function UseMenu({ id, onEdit }: { id: string; onEdit: () => void }) {
  const router = useRouter()
  const use = (slot: 'first' | 'last' | 'reference') => () => router.push(paths.videosFrom(id, 1, slot))
  return (
    <MenuButton
      givesFocusAway
      button={
        <Button variant="ghost" size="icon-sm" aria-label="Use as" title="Use as">
          <CornerUpLeft aria-hidden="true" />
        </Button>
      }
      items={[
        { label: 'Source of an edit', icon: Brush, onSelect: onEdit },
        { label: 'First frame of a video', icon: Clapperboard, onSelect: use('first') },
        { label: 'Last frame of a video', icon: Clapperboard, onSelect: use('last') },
        { label: 'Reference of a video', icon: Clapperboard, onSelect: use('reference') },
      ]}
    />
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
