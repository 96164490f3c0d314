'use client'

import { Download, Forward, SlidersHorizontal, Trash2, WandSparkles } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Fact } from '@/components/data/facts'
import { RelativeTime } from '@/components/data/relative-time'
import { Allowed } from '@/components/layout/permissions'
import { ShareResult } from '@/components/media/shares/share-result'
import { FamilyStrip } from '@/components/media/studio/family-strip'
import { type Opened, useOpenedRecord } from '@/components/media/studio/opened-task'
import { PromptText, TaskDialog } from '@/components/media/studio/task-dialog'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { formatMoney } from '@/lib/client/format/money'
import { formatDate } from '@/lib/client/format/time'
import { videoRecordQuery } from '@/lib/media/videos/queries'
import type { VideoRecord } from '@/lib/media/videos/schema'
import { cutText } from '@/lib/platform/escape'
import { DeleteVideoDialog } from '../history'
import { ClipPlayer } from './clip-player'

type PlayerDialogProps = {
  opened: Opened | null
  /** The history as shown, with the other clips of a chain. */
  records: readonly VideoRecord[]
  onShow: (opened: Opened) => void
  onClose: () => void
  onReuse: (record: VideoRecord) => void
  onContinue: (record: VideoRecord, lastFrameUrl: string) => void
  onFinish: (record: VideoRecord) => void
}

/** One video in a dialog: player, details, actions. */
export function PlayerDialog(props: PlayerDialogProps) {
  const { opened, records, onShow, onClose, onReuse, onContinue, onFinish } = props
  const [isDeleting, setDeleting] = useState(false)
  const { record, reason } = useOpenedRecord(opened, { records, ask: videoRecordQuery })
  const url = record?.video_url
  return (
    <>
      <TaskDialog isOpen={opened !== null} onClose={onClose} what="video" title="Video" reason={reason}>
        {record && url && (
          <div className="quiet-scroll grid min-h-0 flex-1 overflow-y-auto md:grid-cols-[minmax(0,1fr)_18rem] md:overflow-hidden">
            <ClipPlayer
              key={record.id}
              record={record}
              url={url}
              turns={turnsFrom(record, records, onShow)}
            />
            <ClipDetails
              record={record}
              url={url}
              strip={
                <>
                  <ChainStrip
                    chain={chainOf(record, records)}
                    shownId={record.id}
                    onShow={({ id }) => onShow({ id, picture: 1 })}
                  />
                  <FamilyStrip shown={{ id: record.id, picture: 1 }} studio="videos" onShow={onShow} />
                </>
              }
              onReuse={() => onReuse(record)}
              onContinue={(lastFrameUrl) => onContinue(record, lastFrameUrl)}
              onFinish={() => onFinish(record)}
              onDelete={() => setDeleting(true)}
            />
          </div>
        )}
      </TaskDialog>
      <DeleteVideoDialog
        record={isDeleting ? (record ?? null) : null}
        onClose={() => setDeleting(false)}
        onDeleted={onClose}
      />
    </>
  )
}

/** The previous and next video of the history as shown. */
function turnsFrom(record: VideoRecord, records: readonly VideoRecord[], onShow: (opened: Opened) => void) {
  const made = records.filter(({ video_url }) => video_url !== null)
  const at = made.findIndex(({ id }) => id === record.id)
  const turn = (to: VideoRecord | undefined) => (to ? () => onShow({ id: to.id, picture: 1 }) : null)
  return { previous: turn(made[at - 1]), next: turn(at < 0 ? undefined : made[at + 1]) }
}

type ChainStripProps = {
  chain: readonly VideoRecord[]
  shownId: string
  onShow: (record: VideoRecord) => void
}

/** The clips of a chain, in order. */
function ChainStrip({ chain, shownId, onShow }: ChainStripProps) {
  if (chain.length < 2) return null
  return (
    <nav aria-label="Chain of clips" className="flex flex-col gap-1.5">
      <p className="text-xs text-faint-foreground">Chain of {chain.length} clips</p>
      <ol className="flex flex-wrap gap-1.5">
        {chain.map((one, index) => (
          <li key={one.id}>
            <Button
              size="sm"
              variant={one.id === shownId ? 'default' : 'outline'}
              aria-current={one.id === shownId || undefined}
              aria-label={`Clip ${index + 1}: ${cutText(one.prompt, 80)}`}
              onClick={() => onShow(one)}
            >
              {index + 1}
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

type Linked = Pick<VideoRecord, 'id' | 'last_frame_url' | 'inputs' | 'video_url'>

/**
 * The clips before and after this one, each starting from the last frame of the one before. If several start from the same
 * frame, the newest counts (records are newest first).
 */
export function chainOf<Clip extends Linked>(clip: Clip, records: readonly Clip[]): Clip[] {
  const made = records.filter(({ video_url }) => video_url !== null)
  const chain = [clip]
  const isNew = (one: Clip | undefined): one is Clip =>
    one !== undefined && !chain.some(({ id }) => id === one.id)
  for (let at: Clip | undefined = clip; at; ) {
    const start = startOf(at)
    at = start === null ? undefined : made.find((one) => endOf(one) === start)
    if (!isNew(at)) break
    chain.unshift(at)
  }
  for (let at: Clip | undefined = clip; at; ) {
    const end = endOf(at)
    at = end === null ? undefined : made.find((one) => startOf(one) === end)
    if (!isNew(at)) break
    chain.push(at)
  }
  return chain
}

function startOf({ inputs }: Linked): string | null {
  return withoutSignature(inputs.find(({ role }) => role === 'first_frame')?.url)
}

function endOf({ last_frame_url }: Linked): string | null {
  return withoutSignature(last_frame_url)
}

/** Links are signed at every read; the path stays the same. */
function withoutSignature(url: string | null | undefined): string | null {
  return url?.split('?', 1)[0] ?? null
}

type ClipDetailsProps = {
  record: VideoRecord
  url: string
  /** The chain of clips. */
  strip: ReactNode
  onReuse: () => void
  onContinue: (lastFrameUrl: string) => void
  onFinish: () => void
  onDelete: () => void
}

function ClipDetails({ strip, ...props }: ClipDetailsProps) {
  const { record } = props
  return (
    <div className="quiet-scroll flex min-w-0 flex-col gap-5 p-5 md:overflow-y-auto">
      <PromptText prompt={record.prompt} />
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
      <Allowed to="models.use">
        {record.draft && (
          <Button variant="default" className="col-span-2" onClick={onFinish}>
            <WandSparkles aria-hidden="true" />
            Finish draft
          </Button>
        )}
        {lastFrame !== null && (
          <Button variant="outline" className="col-span-2" onClick={() => onContinue(lastFrame)}>
            <Forward aria-hidden="true" />
            Continue from last frame
          </Button>
        )}
      </Allowed>
      <Button variant="outline" asChild>
        <a href={`${url}&download=1`} download>
          <Download aria-hidden="true" />
          Download
        </a>
      </Button>
      <CopyButton
        value={record.id}
        label="Copy task ID"
        className="h-8 text-sm pointer-coarse:h-10 [&_svg]:size-4"
      />
      <Allowed to="models.use">
        {record.input_type !== 'draft_task' && (
          <Button variant="outline" className="col-span-2" onClick={onReuse}>
            <SlidersHorizontal aria-hidden="true" />
            Use these settings
          </Button>
        )}
        <ShareResult key={record.id} taskId={record.id} picture={1} />
        <Button variant="destructive-outline" className="col-span-2" onClick={onDelete}>
          <Trash2 aria-hidden="true" />
          Delete
        </Button>
      </Allowed>
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
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm text-foreground [&_dt]:text-faint-foreground">
      <Fact name="Model">{record.model_name}</Fact>
      <Fact name="Input">{inputNames[record.input_type]}</Fact>
      <Fact name="Resolution">
        {record.resolution}, {record.ratio}
      </Fact>
      <Fact name="Duration">
        {Number(record.duration.toFixed(2))} s{record.fps !== null && `, ${record.fps} fps`}
      </Fact>
      {record.seed !== null && <Fact name="Seed">{record.seed}</Fact>}
      {record.usage && <Fact name="Tokens">{record.usage.total_tokens.toLocaleString('en-US')}</Fact>}
      {record.cost && <Fact name="Cost">{formatMoney(record.cost, 'sum')}</Fact>}
      <Fact name="Created">
        <RelativeTime at={record.completed_at ?? record.created_at} />
      </Fact>
      <Fact name="Expires">{formatDate(record.expires_at)}</Fact>
    </dl>
  )
}
