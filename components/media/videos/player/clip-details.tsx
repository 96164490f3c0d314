import { Download, Forward, SlidersHorizontal, Trash2, WandSparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { Fact } from '@/components/data/facts'
import { RelativeTime } from '@/components/data/relative-time'
import { ShareResult } from '@/components/media/shares/share-result'
import { PromptWords } from '@/components/media/studio/prompt-words'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { formatDate } from '@/lib/client/format/time'
import type { VideoRecord } from '@/lib/media/videos/schema'

type ClipDetailsProps = {
  record: VideoRecord
  url: string
  /** The other clips that belong to it. */
  strip: ReactNode
  onReuse: () => void
  onContinue: (lastFrameUrl: string) => void
  onFinish: () => void
  onDelete: () => void
}

export function ClipDetails({ strip, ...props }: ClipDetailsProps) {
  const { record } = props
  return (
    <div className="quiet-scroll flex min-w-0 flex-col gap-5 p-5 md:overflow-y-auto">
      <PromptWords prompt={record.prompt} />
      <Facts record={record} />
      {strip}
      <Actions {...props} />
    </div>
  )
}

type ActionsProps = Omit<ClipDetailsProps, 'strip'>

function Actions({ record, url, onReuse, onContinue, onFinish, onDelete }: ActionsProps) {
  const { last_frame_url: lastFrame } = record
  return (
    <div className="grid grid-cols-2 gap-2">
      {record.draft && (
        <Button variant="primary" className="col-span-2" onClick={onFinish}>
          <WandSparkles aria-hidden="true" />
          Make it in full
        </Button>
      )}
      {lastFrame !== null && (
        <Button className="col-span-2" onClick={() => onContinue(lastFrame)}>
          <Forward aria-hidden="true" />
          Continue from the last frame
        </Button>
      )}
      <Button asChild>
        <a href={`${url}&download=1`} download>
          <Download aria-hidden="true" />
          Download
        </a>
      </Button>
      <CopyButton
        value={record.id}
        label="Copy task id"
        className="h-8 text-sm pointer-coarse:h-10 [&_svg]:size-4"
      />
      {record.input_type !== 'draft_task' && (
        <Button className="col-span-2" onClick={onReuse}>
          <SlidersHorizontal aria-hidden="true" />
          Use these settings
        </Button>
      )}
      <ShareResult key={record.id} taskId={record.id} picture={1} />
      <Button variant="danger-quiet" className="col-span-2" onClick={onDelete}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
    </div>
  )
}

const inputNames: Record<VideoRecord['input_type'], string> = {
  text: 'Text',
  first_frame: 'First frame',
  first_last_frame: 'First and last frame',
  reference: 'References',
  draft_task: 'Draft',
}

function Facts({ record }: { record: VideoRecord }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm text-ink [&_dt]:text-faint">
      <Fact name="Model">{record.model_name}</Fact>
      <Fact name="From">{inputNames[record.input_type]}</Fact>
      <Fact name="Picture">
        {record.resolution}, {record.ratio}
      </Fact>
      <Fact name="Length">
        {Number(record.duration.toFixed(2))} s{record.fps !== null && `, ${record.fps} fps`}
      </Fact>
      {record.seed !== null && <Fact name="Seed">{record.seed}</Fact>}
      {record.usage && <Fact name="Tokens">{record.usage.total_tokens.toLocaleString('en-US')}</Fact>}
      {record.cost_str && <Fact name="Cost">{record.cost_str}</Fact>}
      <Fact name="Made">
        <RelativeTime at={record.completed_at ?? record.created_at} />
      </Fact>
      <Fact name="Kept until">{formatDate(record.expires_at)}</Fact>
    </dl>
  )
}
