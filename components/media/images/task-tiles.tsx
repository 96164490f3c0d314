'use client'

import type { ReactNode } from 'react'
import { Elapsed } from '@/components/data/relative-time'
import { dragResult } from '@/components/forms/dragged-result'
import { Spinner } from '@/components/ui/spinner'
import { isRunning } from '@/lib/client/task-queries'
import type { ImageRecord } from '@/lib/media/images/schema'
import { cutText } from '@/lib/platform/escape'
import { titleOf } from './draft'

/** One image of a task, by its index. */
export type ShownImage = { record: ImageRecord; index: number }

type TaskTilesProps = { record: ImageRecord; onShow: (shown: ShownImage) => void }

/** A tile for each requested image. */
export function TaskTiles({ record, onShow }: TaskTilesProps) {
  const count = countOf(record)
  const indexes = Array.from({ length: count }, (_, index) => index)
  const ratio = ratioOf(record)
  return (
    <div
      className="grid"
      style={{ gap: TILE_GAP, gridTemplateColumns: `repeat(${columnsOf(count)}, minmax(0, 1fr))` }}
    >
      {indexes.map((index) => {
        const url = record.images[index]?.object_url
        return url ? (
          <button
            key={index}
            type="button"
            data-tile
            aria-label={`Open image ${index + 1} of ${indexes.length}`}
            draggable
            onDragStart={(event) =>
              dragResult(event, { type: 'image', url, name: titleOf(record), frame: null })
            }
            onClick={() => onShow({ record, index })}
            className="group overflow-hidden rounded-md border border-border bg-muted focus-visible:outline-2 focus-visible:outline-offset-2"
            style={{ aspectRatio: ratio }}
          >
            {/* biome-ignore lint/performance/noImgElement: served by our own route, which caches it */}
            <img
              src={url}
              alt={cutText(titleOf(record), 120)}
              loading="lazy"
              draggable={false}
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
      className="grid place-items-center overflow-hidden rounded-md border border-border bg-muted p-3 text-center text-xs text-muted-foreground"
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

const TILE_GAP = 4

/** As many as were made; before that, as were requested. */
const countOf = ({ images, settings }: ImageRecord) => Math.max(images.length, settings.n)

function columnsOf(count: number): number {
  return count < 2 ? 1 : count < 5 ? 2 : 3
}

/** How high the images of a task are together, in pixels. */
export function tilesHeight(record: ImageRecord, width: number): number {
  const columns = columnsOf(countOf(record))
  const rows = Math.ceil(countOf(record) / columns)
  const each = (width - TILE_GAP * (columns - 1)) / columns / ratioOf(record)
  return rows * each + TILE_GAP * (rows - 1)
}

/** Taller and wider images are cropped in their tiles. */
const TALLEST = 1 / 2
const WIDEST = 2.4

function ratioOf(record: ImageRecord): number {
  const { width, height } = sidesOf(record)
  return Math.min(WIDEST, Math.max(TALLEST, width / height))
}

function sidesOf({ images: [made], settings }: ImageRecord): { width: number; height: number } {
  if (made) return made
  const [, width, height] = /^(\d+)x(\d+)$/.exec(settings.size) ?? []
  return { width: Number(width ?? 1), height: Number(height ?? 1) }
}
