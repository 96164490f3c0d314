'use client'

import { useMutation } from '@tanstack/react-query'
import { RefreshCw, SlidersHorizontal, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { RelativeTime } from '@/components/data/relative-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
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
  const isRunning = record.status === 'queued' || record.status === 'processing'
  const isFinal = record.input_type === 'draft_task'
  return (
    <article className="flex flex-col gap-2">
      <ClipFrame record={record} onShow={onShow} />
      <div className="flex min-w-0 items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="line-clamp-2 text-sm break-words text-ink">{record.prompt}</h2>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-faint">
            <span>{record.model_name}</span>
            <span>{record.resolution}</span>
            {record.duration > 0 && <span>{Number(record.duration.toFixed(2))} s</span>}
            {record.cost_str && <span className="tabular-nums">{record.cost_str}</span>}
            <RelativeTime at={record.created_at} />
            {record.draft && <Badge>Draft</Badge>}
          </p>
        </div>
        <div className="flex shrink-0">
          {/* What a draft brought along cannot be told again from its final video. */}
          {!isFinal && (
            <Act
              label="Use these settings"
              icon={<SlidersHorizontal aria-hidden="true" />}
              onPress={onReuse}
            />
          )}
          {!isFinal && !isRunning && (
            <Act label="Make it again" icon={<RefreshCw aria-hidden="true" />} onPress={onRepeat} />
          )}
          {isRunning ? (
            <Act
              label="Cancel"
              icon={<X aria-hidden="true" />}
              isBusy={cancel.isPending}
              onPress={() => cancel.mutate(record.id, { onError: ({ message }) => toast.error(message) })}
            />
          ) : (
            <Act label="Delete" icon={<Trash2 aria-hidden="true" />} onPress={onDelete} />
          )}
        </div>
      </div>
    </article>
  )
}

type ActProps = { label: string; icon: ReactNode; isBusy?: boolean; onPress: () => void }

function Act({ label, icon, isBusy, onPress }: ActProps) {
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      title={label}
      loading={isBusy ?? false}
      onClick={onPress}
    >
      {icon}
    </Button>
  )
}
