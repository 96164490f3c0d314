import { CircleAlert, CircleSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { Spinner } from '@/components/ui/spinner'
import type { ImageRecord } from '@/lib/images/schema'
import type { Shown } from '../lightbox/pictures-of'

type TaskTilesProps = { record: ImageRecord; onShow: (shown: Shown) => void }

/** A tile for each picture that was asked for; each fills when its picture is there. Where none came, why is said once. */
export function TaskTiles({ record, onShow }: TaskTilesProps) {
  const places = Array.from(
    { length: Math.max(record.images.length, record.settings.n) },
    (_, place) => place,
  )
  const ratio = ratioOf(record)
  if (record.images.length === 0 && (record.status === 'failed' || record.status === 'cancelled'))
    return <Waiting record={record} ratio={ratio * places.length} />
  return (
    <div className={cn('grid gap-2', columnsOf(places.length))}>
      {places.map((place) => {
        const url = record.images[place]?.object_url
        return url ? (
          <button
            key={place}
            type="button"
            data-tile
            aria-label={`Open picture ${place + 1} of ${places.length}`}
            onClick={() => onShow({ record, place })}
            className="group overflow-hidden rounded-md border border-line bg-sunken focus-visible:outline-2 focus-visible:outline-offset-2"
            style={{ aspectRatio: ratio }}
          >
            {/* biome-ignore lint/performance/noImgElement: it is served as it was made, by a route that caches it */}
            <img
              src={url}
              alt={record.prompt?.slice(0, 120) ?? 'Variation'}
              loading="lazy"
              className="size-full object-cover transition-transform duration-200 group-hover:scale-[1.02] motion-reduce:transition-none"
            />
          </button>
        ) : (
          <Waiting key={place} record={record} ratio={ratio} />
        )
      })}
    </div>
  )
}

function Waiting({ record, ratio }: { record: ImageRecord; ratio: number }) {
  const box = (content: ReactNode) => (
    <div
      className="grid place-items-center rounded-md border border-line bg-sunken p-3 text-center text-xs text-muted"
      style={{ aspectRatio: ratio }}
    >
      {content}
    </div>
  )
  if (record.status === 'failed')
    return box(
      <span className="flex flex-col items-center gap-2 text-danger-text">
        <CircleAlert className="size-5" aria-hidden="true" />
        <span className="line-clamp-4 break-words">{record.error?.message ?? 'It failed.'}</span>
      </span>,
    )
  if (record.status === 'cancelled')
    return box(
      <span className="flex flex-col items-center gap-2">
        <CircleSlash className="size-5" aria-hidden="true" />
        Cancelled
      </span>,
    )
  if (record.status === 'completed') return box('No longer kept')
  return box(
    <span className="flex flex-col items-center gap-2" role="status">
      <Spinner />
      {record.status === 'queued' ? 'Queued' : 'Drawing'}
    </span>,
  )
}

/** What is taller or wider is cut in its tile: one poster would leave a hole beside it as high as itself. */
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
