import { Brush, Download, RotateCcw, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { RelativeTime } from '@/components/data/relative-time'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { ImageRecord } from '@/lib/images/schema'

type PictureDetailsProps = {
  record: ImageRecord
  picture: ImageRecord['images'][number]
  url: string
  onReuse: () => void
  onUse: (url: string, way: 'edit' | 'vary') => void
}

export function PictureDetails({ record, picture, url, onReuse, onUse }: PictureDetailsProps) {
  const { settings } = record
  return (
    <div className="flex min-w-0 flex-col gap-5 p-5 md:overflow-y-auto">
      <div className="pr-6">
        <p className="text-sm break-words whitespace-pre-wrap text-ink">
          {record.prompt ?? 'Variation of a picture'}
        </p>
        {picture.revised_prompt && picture.revised_prompt !== record.prompt && (
          <p className="mt-2 text-xs break-words text-muted">Understood as: {picture.revised_prompt}</p>
        )}
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <Fact name="Model">{record.model_name}</Fact>
        <Fact name="Size">
          {picture.width} × {picture.height}
        </Fact>
        <Fact name="Quality">{settings.quality}</Fact>
        <Fact name="Format">{settings.output_format.toUpperCase()}</Fact>
        {settings.seed !== null && <Fact name="Seed">{settings.seed}</Fact>}
        {record.cost_str && <Fact name="Cost">{record.cost_str}</Fact>}
        <Fact name="Made">
          <RelativeTime at={record.finished_at ?? record.created_at} />
        </Fact>
      </dl>
      <div className="grid grid-cols-2 gap-2">
        <Button asChild>
          <a href={`${url}?download=1`} download>
            <Download aria-hidden="true" />
            Download
          </a>
        </Button>
        <CopyButton value={url} label="Copy link" className="h-8 pointer-coarse:h-10" />
        <Button onClick={() => onUse(url, 'edit')}>
          <Brush aria-hidden="true" />
          Edit this
        </Button>
        <Button onClick={() => onUse(url, 'vary')}>
          <Sparkles aria-hidden="true" />
          Vary this
        </Button>
        <Button className="col-span-2" onClick={onReuse}>
          <RotateCcw aria-hidden="true" />
          Use these settings
        </Button>
      </div>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 truncate text-ink capitalize">{children}</dd>
    </>
  )
}
