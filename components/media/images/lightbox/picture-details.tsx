import { Brush, Clapperboard, Download, SlidersHorizontal, Sparkles, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { Fact } from '@/components/data/facts'
import { RelativeTime } from '@/components/data/relative-time'
import { ShareResult } from '@/components/media/shares/share-result'
import { PromptWords } from '@/components/media/studio/prompt-words'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'
import type { ImageRecord } from '@/lib/media/images/schema'

type PictureDetailsProps = {
  record: ImageRecord
  picture: ImageRecord['images'][number]
  url: string
  /** Among the pictures of its task, from 1. */
  number: number
  onReuse: () => void
  onUse: (url: string, way: 'edit' | 'vary') => void
  onDelete: () => void
}

export function PictureDetails({ picture, ...props }: PictureDetailsProps) {
  const { record } = props
  return (
    <div className="quiet-scroll flex min-w-0 flex-col gap-5 p-5 md:overflow-y-auto">
      <PromptWords prompt={record.prompt} otherwise="Variation of a picture">
        {picture.revised_prompt && picture.revised_prompt !== record.prompt && (
          <p className="mt-2 text-xs break-words text-muted">Understood as: {picture.revised_prompt}</p>
        )}
      </PromptWords>
      <Facts record={record} picture={picture} />
      <Actions {...props} />
    </div>
  )
}

type ActionsProps = Omit<PictureDetailsProps, 'picture'>

function Actions({ record, url, number, onReuse, onUse, onDelete }: ActionsProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button asChild variant="primary" className="col-span-2">
        <a href={`${url}?download=1`} download>
          <Download aria-hidden="true" />
          Download
        </a>
      </Button>
      <Button onClick={() => onUse(url, 'edit')}>
        <Brush aria-hidden="true" />
        Edit this
      </Button>
      <Button onClick={() => onUse(url, 'vary')}>
        <Sparkles aria-hidden="true" />
        Vary this
      </Button>
      <Button asChild className="col-span-2">
        <Link href={paths.videosFrom(record.id, number)}>
          <Clapperboard aria-hidden="true" />
          Make a video
        </Link>
      </Button>
      <Button className="col-span-2" onClick={onReuse}>
        <SlidersHorizontal aria-hidden="true" />
        Use these settings
      </Button>
      <ShareResult key={`${record.id} ${number}`} taskId={record.id} picture={number} />
      <Button variant="danger-quiet" className="col-span-2" onClick={onDelete}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
    </div>
  )
}

const qualities = { auto: 'Auto', low: 'Low', medium: 'Medium', high: 'High' }

function Facts({ record, picture }: Pick<PictureDetailsProps, 'record' | 'picture'>) {
  const { settings } = record
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm text-ink [&_dt]:text-faint">
      <Fact name="Model">{record.model_name}</Fact>
      <Fact name="Size">
        {picture.width} × {picture.height}
      </Fact>
      <Fact name="Quality">{qualities[settings.quality]}</Fact>
      <Fact name="Format">
        {settings.output_format.toUpperCase()}, {formatBytes(picture.size_bytes)}
      </Fact>
      {settings.seed !== null && <Fact name="Seed">{settings.seed}</Fact>}
      {record.cost_str && <Fact name="Cost">{record.cost_str}</Fact>}
      <Fact name="Made">
        <RelativeTime at={record.finished_at ?? record.created_at} />
      </Fact>
    </dl>
  )
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
