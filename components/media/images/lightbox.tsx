'use client'

import { useQuery } from '@tanstack/react-query'
import {
  Brush,
  ChevronLeft,
  ChevronRight,
  Clapperboard,
  Download,
  Eraser,
  Scaling,
  SlidersHorizontal,
  Sparkles,
  Trash2,
} from 'lucide-react'
import Link from 'next/link'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Fact } from '@/components/data/facts'
import { RelativeTime } from '@/components/data/relative-time'
import { Allowed } from '@/components/layout/permissions'
import { ShareResult } from '@/components/media/shares/share-result'
import { FamilyStrip, useBefore } from '@/components/media/studio/family-strip'
import { type Opened, useOpenedRecord } from '@/components/media/studio/opened-task'
import { PromptText, TaskDialog } from '@/components/media/studio/task-dialog'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Slider } from '@/components/ui/slider'
import { formatMoney } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { imageModelsQuery, imageRecordQuery } from '@/lib/media/images/queries'
import type { ImageRecord } from '@/lib/media/images/schema'
import { type SourcePicture, titleOf, type Upkeep } from './draft'
import { DeleteImageDialog, imagesOf } from './history'

type LightboxProps = {
  opened: Opened | null
  /** The history as shown, for the previous and next image. */
  records: readonly ImageRecord[]
  onShow: (opened: Opened) => void
  onClose: () => void
  /** Files that were edited in this visit, by task id: what was uploaded is not kept. */
  sources: ReadonlyMap<string, SourcePicture>
  onReuse: (record: ImageRecord) => void
  onUse: (url: string, way: 'edit' | 'vary', upkeep?: Upkeep) => void
}

/** One image in a dialog: zoom, before and after, details, actions, previous and next. */
export function Lightbox({ opened, records, onShow, onClose, sources, onReuse, onUse }: LightboxProps) {
  const [deleting, setDeleting] = useState<ImageRecord | null>(null)
  const { record, picture, url, reason } = useOpenedImage(opened, records)
  const { at, count, turn, press } = useNavigation(opened, records, onShow)
  const before = useBefore(record?.id) ?? (record && sources.get(record.id)?.url)
  return (
    <>
      <TaskDialog
        isOpen={opened !== null}
        onClose={onClose}
        what="image"
        title={`Image ${opened?.picture}`}
        reason={reason}
        onKeyDown={press}
      >
        {opened && record && picture && url && (
          <div className="quiet-scroll grid min-h-0 flex-1 overflow-y-auto max-md:auto-rows-max md:grid-cols-[minmax(0,1fr)_18rem]">
            <div className="relative grid min-h-64 place-items-center bg-muted max-md:max-h-[55dvh] sm:rounded-l-xl">
              {before ? (
                <BeforeAfter key={url} before={before} after={url} />
              ) : (
                <ZoomPicture key={url} url={url} alt={titleOf(record)} />
              )}
              {at >= 0 && count > 1 && <ImageNavigation at={at} count={count} onTurn={turn} />}
            </div>
            <PictureDetails
              record={record}
              picture={picture}
              url={url}
              number={opened.picture}
              strip={<FamilyStrip shown={opened} studio="images" onShow={onShow} />}
              onReuse={() => onReuse(record)}
              onUse={onUse}
              onDelete={() => setDeleting(record)}
            />
          </div>
        )}
      </TaskDialog>
      <DeleteImageDialog record={deleting} onClose={() => setDeleting(null)} onDeleted={onClose} />
    </>
  )
}

/** The image that the URL names. */
function useOpenedImage(opened: Opened | null, records: readonly ImageRecord[]) {
  const { record, reason } = useOpenedRecord(opened, { records, ask: imageRecordQuery })
  const picture = opened ? record?.images[opened.picture - 1] : undefined
  return { record, picture, url: picture?.object_url, reason }
}

/** Moves to the previous and next image of the history as shown. `at`: -1 if the image is not in it. */
function useNavigation(
  opened: Opened | null,
  records: readonly ImageRecord[],
  onShow: (opened: Opened) => void,
) {
  const pictures = imagesOf(records)
  const at = pictures.findIndex(
    ({ record, index }) => record.id === opened?.id && index + 1 === opened.picture,
  )
  function turn(step: number): void {
    const next = at < 0 ? undefined : pictures[at + step]
    if (next) onShow({ id: next.record.id, picture: next.index + 1 })
  }
  function press({ target, key }: KeyboardEvent): void {
    if (target instanceof Element && target.closest('[type=range]')) return
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'ArrowRight') turn(1)
  }
  return { at, count: pictures.length, turn, press }
}

type ImageNavigationProps = { at: number; count: number; onTurn: (step: 1 | -1) => void }

/** Previous and next. At an end the button is not disabled, so that it keeps the focus. */
function ImageNavigation({ at, count, onTurn }: ImageNavigationProps) {
  return (
    <>
      <Button
        variant="outline"
        size="icon"
        className="absolute top-1/2 left-3 -translate-y-1/2"
        aria-label="Previous image"
        aria-disabled={at <= 0}
        onClick={() => onTurn(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </Button>
      <Button
        variant="outline"
        size="icon"
        className="absolute top-1/2 right-3 -translate-y-1/2"
        aria-label="Next image"
        aria-disabled={at >= count - 1}
        onClick={() => onTurn(1)}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </>
  )
}

/** Fits the frame; a click shows the actual size, with scroll bars. */
function ZoomPicture({ url, alt }: { url: string; alt: string }) {
  const [isZoomed, setZoomed] = useState(false)
  return (
    <div className={cn('size-full', isZoomed ? 'overflow-auto' : 'grid place-items-center overflow-hidden')}>
      <button
        type="button"
        aria-label={isZoomed ? 'Fit to window' : 'Show actual size'}
        onClick={() => setZoomed((before) => !before)}
        className={cn('block', isZoomed ? 'cursor-zoom-out' : 'cursor-zoom-in')}
      >
        {/* biome-ignore lint/performance/noImgElement: shown in full */}
        <img
          src={url}
          alt={alt}
          className={isZoomed ? 'max-w-none' : 'max-h-[80dvh] max-w-full object-contain max-md:max-h-[55dvh]'}
        />
      </button>
    </div>
  )
}

/** The source and the result, one over the other, with a slider between them. */
function BeforeAfter({ before, after }: { before: string; after: string }) {
  const [part, setPart] = useState(50)
  return (
    <div className="flex w-full flex-col items-center gap-3 p-4">
      <div className="relative">
        {/* biome-ignore lint/performance/noImgElement: shown in full */}
        <img
          src={after}
          alt="After"
          className="max-h-[70dvh] max-w-full object-contain max-md:max-h-[42dvh]"
        />
        {/* biome-ignore lint/performance/noImgElement: an object URL */}
        <img
          src={before}
          alt="Before"
          className="absolute inset-0 size-full object-fill"
          style={{ clipPath: `inset(0 ${100 - part}% 0 0)` }}
        />
        <div
          className="absolute inset-y-0 w-0.5 bg-primary-foreground shadow-pop"
          style={{ left: `${part}%` }}
          aria-hidden="true"
        />
      </div>
      <Slider
        aria-label="Before and after"
        className="max-w-sm"
        min={0}
        max={100}
        value={part}
        onValueChange={setPart}
      />
    </div>
  )
}

type PictureDetailsProps = {
  /** What was made from the same original. */
  strip: ReactNode
  record: ImageRecord
  picture: ImageRecord['images'][number]
  url: string
  /** The number of the image in its task, from 1. */
  number: number
  onReuse: () => void
  onUse: (url: string, way: 'edit' | 'vary', upkeep?: Upkeep) => void
  onDelete: () => void
}

function PictureDetails({ picture, strip, ...props }: PictureDetailsProps) {
  const { record } = props
  return (
    <div className="quiet-scroll flex min-w-0 flex-col gap-5 p-5 md:overflow-y-auto">
      <PromptText prompt={record.prompt} otherwise={titleOf(record)}>
        {picture.revised_prompt && picture.revised_prompt !== record.prompt && (
          <p className="mt-2 text-xs break-words text-muted-foreground">
            Revised prompt: {picture.revised_prompt}
          </p>
        )}
      </PromptText>
      <Facts record={record} picture={picture} />
      {strip}
      <Actions {...props} />
    </div>
  )
}

const upkeepActions = [
  { upkeep: 'upscale', label: 'Upscale', Icon: Scaling },
  { upkeep: 'remove_background', label: 'Remove background', Icon: Eraser },
] as const

/** Only what a model is offered for. */
function UpkeepActions({ onUse }: { onUse: (upkeep: Upkeep) => void }) {
  const { data: models = [] } = useQuery(imageModelsQuery())
  return upkeepActions
    .filter(({ upkeep }) => models.some(({ able }) => able[upkeep]))
    .map(({ upkeep, label, Icon }) => (
      <Button key={upkeep} variant="outline" onClick={() => onUse(upkeep)}>
        <Icon aria-hidden="true" />
        {label}
      </Button>
    ))
}

type ActionsProps = Omit<PictureDetailsProps, 'picture' | 'strip'>

function Actions({ record, url, number, onReuse, onUse, onDelete }: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      <Button asChild variant="default" className="basis-full">
        <a href={`${url}?download=1`} download>
          <Download aria-hidden="true" />
          Download
        </a>
      </Button>
      <Allowed to="models.use">
        <Button variant="outline" onClick={() => onUse(url, 'edit')}>
          <Brush aria-hidden="true" />
          Edit image
        </Button>
        <Button variant="outline" onClick={() => onUse(url, 'vary')}>
          <Sparkles aria-hidden="true" />
          Variations
        </Button>
        <Button variant="outline" asChild>
          <Link href={paths.videosFrom(record.id, number)}>
            <Clapperboard aria-hidden="true" />
            Create video
          </Link>
        </Button>
        <UpkeepActions onUse={(upkeep) => onUse(url, 'edit', upkeep)} />
        <Button variant="outline" className="basis-full" onClick={onReuse}>
          <SlidersHorizontal aria-hidden="true" />
          Use these settings
        </Button>
        <ShareResult key={`${record.id} ${number}`} taskId={record.id} picture={number} />
        <Button variant="destructive-outline" className="basis-full" onClick={onDelete}>
          <Trash2 aria-hidden="true" />
          Delete
        </Button>
      </Allowed>
    </div>
  )
}

const qualities = { auto: 'Auto', low: 'Low', medium: 'Medium', high: 'High' }

function Facts({ record, picture }: Pick<PictureDetailsProps, 'record' | 'picture'>) {
  const { settings } = record
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm text-foreground [&_dt]:text-faint-foreground">
      <Fact name="Model">{record.model_name}</Fact>
      <Fact name="Size">
        {picture.width} × {picture.height}
      </Fact>
      <Fact name="Quality">{qualities[settings.quality]}</Fact>
      <Fact name="Format">
        {settings.output_format.toUpperCase()}, {formatBytes(picture.size_bytes)}
      </Fact>
      {settings.seed !== null && <Fact name="Seed">{settings.seed}</Fact>}
      {record.cost && <Fact name="Cost">{formatMoney(record.cost, 'sum')}</Fact>}
      <Fact name="Created">
        <RelativeTime at={record.finished_at ?? record.created_at} />
      </Fact>
    </dl>
  )
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
