'use client'

import { useMutation } from '@tanstack/react-query'
import { RefreshCw, SlidersHorizontal, Trash2, X } from 'lucide-react'
import { toast } from 'sonner'
import { IconAction } from '@/components/data/icon-action'
import { RelativeTime } from '@/components/data/relative-time'
import { isRunning } from '@/components/studio/is-running'
import { Badge } from '@/components/ui/badge'
import { formatCostShort } from '@/lib/client/format/money'
import { cancelVideoMutation } from '@/lib/videos/queries'
import type { VideoRecord } from '@/lib/videos/schema'
import { ClipFrame } from './clip-frame'

type ClipCardProps = {
  record: VideoRecord
  onShow: () => void
  onReuse: () => void
  onRepeat: () => void
  onDelete: () => void
}

/** One task: how far it is or what came of it, and what was asked for. */
export function ClipCard({ record, onShow, onReuse, onRepeat, onDelete }: ClipCardProps) {
  const cancel = useMutation(cancelVideoMutation())
  const isUnderWay = isRunning(record)
  const isFinal = record.input_type === 'draft_task'
  return (
    <article className="flex flex-col gap-2">
      <ClipFrame record={record} onShow={onShow} />
      <div className="flex min-w-0 items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 dir="auto" className="line-clamp-2 text-sm break-words text-ink" title={record.prompt}>
            {record.prompt}
          </h2>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-faint">
            <span>{record.model_name}</span>
            <span>{record.resolution}</span>
            {record.duration > 0 && <span>{Number(record.duration.toFixed(2))} s</span>}
            {record.cost && <span className="tabular-nums">{formatCostShort(record.cost)}</span>}
            <RelativeTime at={record.created_at} />
            {record.draft && <Badge>Draft</Badge>}
          </p>
        </div>
        <div className="flex shrink-0">
          {/* What a draft brought along cannot be told again from its final video. */}
          {!isFinal && <IconAction label="Use these settings" icon={SlidersHorizontal} onPress={onReuse} />}
          {!isFinal && !isUnderWay && (
            <IconAction label="Make it again" icon={RefreshCw} onPress={onRepeat} />
          )}
          {isUnderWay ? (
            <IconAction
              label="Cancel"
              icon={X}
              isBusy={cancel.isPending}
              onPress={() => cancel.mutate(record.id, { onError: ({ message }) => toast.error(message) })}
            />
          ) : (
            <IconAction label="Delete" icon={Trash2} onPress={onDelete} />
          )}
        </div>
      </div>
    </article>
  )
}
