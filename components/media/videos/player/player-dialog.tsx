'use client'

import { useState } from 'react'
import { type Opened, useOpenedRecord } from '@/components/media/studio/opened-task'
import { TaskDialog } from '@/components/media/studio/task-dialog'
import { Button } from '@/components/ui/button'
import { videoRecordQuery } from '@/lib/media/videos/queries'
import type { VideoRecord } from '@/lib/media/videos/schema'
import { cutText } from '@/lib/platform/escape'
import { DeleteVideoDialog } from '../history/history'
import { ClipDetails } from './clip-details'
import { ClipPlayer } from './clip-player'

type PlayerDialogProps = {
  opened: Opened | null
  /** The history as it is shown, where the other clips of a chain are. */
  records: readonly VideoRecord[]
  onShow: (opened: Opened) => void
  onClose: () => void
  onReuse: (record: VideoRecord) => void
  onContinue: (record: VideoRecord, lastFrameUrl: string) => void
  onFinish: (record: VideoRecord) => void
}

/** One clip, large: played, stepped through, and what can be made of it. */
export function PlayerDialog(props: PlayerDialogProps) {
  const { opened, records, onShow, onClose, onReuse, onContinue, onFinish } = props
  const [isDeleting, setDeleting] = useState(false)
  const { record, reason } = useOpenedRecord(opened, { records, ask: videoRecordQuery, doing: 'filmed' })
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
                <ChainStrip
                  chain={chainOf(record, records)}
                  shownId={record.id}
                  onShow={({ id }) => onShow({ id, picture: 1 })}
                />
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

/** Through the history as it is shown, as far as there is a video. */
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

/** The clips of one chain, in the order in which they go on from each other. */
function ChainStrip({ chain, shownId, onShow }: ChainStripProps) {
  if (chain.length < 2) return null
  return (
    <nav aria-label="Chain of clips" className="flex flex-col gap-1.5">
      <p className="text-xs text-faint">Chain of {chain.length} clips</p>
      <ol className="flex flex-wrap gap-1.5">
        {chain.map((one, index) => (
          <li key={one.id}>
            <Button
              size="sm"
              variant={one.id === shownId ? 'primary' : 'secondary'}
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
 * The clips that lead to this one and go on from it, each beginning with the last frame of the one before. Where several
 * go on from the same frame, the newest does (records come newest first).
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

/** A link is signed anew at every read; what it leads to stays. */
function withoutSignature(url: string | null | undefined): string | null {
  return url?.split('?', 1)[0] ?? null
}
