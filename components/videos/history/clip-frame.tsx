import { CircleAlert, CircleSlash, Hourglass, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { isRunning } from '@/components/studio/is-running'
import { cn } from '@/components/ui/cn'
import { Spinner } from '@/components/ui/spinner'
import type { VideoRecord } from '@/lib/videos/schema'
import { useSteadyLink } from './use-steady-link'

type ClipFrameProps = { record: VideoRecord; onShow: () => void }

/** The clip itself, playing while it is pointed at; before that how far it is, and otherwise why there is none. */
export function ClipFrame({ record, onShow }: ClipFrameProps) {
  const { status, video_url: url } = record
  if (url !== null) return <Clip record={record} url={url} onShow={onShow} />
  if (isRunning(record)) return <Running record={record} />
  if (status === 'failed')
    return (
      <Box>
        <CircleAlert className="size-5 text-danger-text" aria-hidden="true" />
        <span className="line-clamp-4 max-w-full break-words text-danger-text">
          {record.error?.message ?? 'It failed.'}
        </span>
      </Box>
    )
  if (status === 'cancelled')
    return (
      <Box>
        <CircleSlash className="size-5" aria-hidden="true" />
        Cancelled
      </Box>
    )
  return (
    <Box>
      <Hourglass className="size-5" aria-hidden="true" />
      {status === 'expired' ? 'Expired' : 'No longer kept'}
    </Box>
  )
}

function Clip({ record, url, onShow }: ClipFrameProps & { url: string }) {
  const { link, renew } = useSteadyLink(url)
  return (
    <button
      type="button"
      data-tile
      aria-label={`Play: ${record.prompt.slice(0, 100)}`}
      onClick={onShow}
      onPointerEnter={({ currentTarget, pointerType }) => {
        if (pointerType === 'mouse') currentTarget.querySelector('video')?.play().catch(stayStill)
      }}
      onPointerLeave={({ currentTarget }) => currentTarget.querySelector('video')?.pause()}
      className="group relative aspect-video w-full overflow-hidden rounded-md border border-line bg-sunken"
    >
      <video
        // A phone draws nothing of a video that it has not been told to play, unless it is sent to a moment in it.
        src={`${link}#t=0.001`}
        muted
        loop
        playsInline
        preload="metadata"
        tabIndex={-1}
        aria-hidden="true"
        onError={renew}
        className={cn('size-full', record.ratio === '16:9' ? 'object-cover' : 'object-contain')}
      />
      <span
        aria-hidden="true"
        className="absolute bottom-2 left-2 grid size-7 place-items-center rounded-full bg-scrim text-on-scrim transition-opacity duration-100 group-hover:opacity-0"
      >
        <Play className="size-3.5 fill-current" />
      </span>
    </button>
  )
}

/** A browser may refuse to play: then the still stays. */
function stayStill(): void {}

function Running({ record }: { record: VideoRecord }) {
  const word = record.status === 'queued' ? 'Queued' : 'Filming'
  return (
    <Box>
      <Spinner />
      <span role="status" className="tabular-nums">
        {word}
        {record.progress !== null && record.progress > 0 && `, ${record.progress} %`}
      </span>
      <span
        className="h-1 w-32 max-w-full overflow-hidden rounded-full bg-selected forced-color-adjust-none"
        aria-hidden="true"
      >
        <span
          className="block h-full bg-accent transition-[width] duration-500 motion-reduce:transition-none"
          style={{ width: `${record.progress ?? 0}%` }}
        />
      </span>
    </Box>
  )
}

function Box({ children }: { children: ReactNode }) {
  return (
    <div className="flex aspect-video flex-col items-center justify-center gap-2 rounded-md border border-line bg-sunken p-4 text-center text-xs text-muted">
      {children}
    </div>
  )
}
