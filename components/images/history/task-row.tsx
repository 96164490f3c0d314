'use client'

import { useMutation } from '@tanstack/react-query'
import { RotateCcw, Trash2, X } from 'lucide-react'
import { RelativeTime } from '@/components/data/relative-time'
import { Button } from '@/components/ui/button'
import { cancelImageMutation } from '@/lib/images/queries'
import type { ImageRecord } from '@/lib/images/schema'
import type { Shown } from '../lightbox/lightbox'
import { TaskTiles } from './task-tiles'

type TaskRowProps = {
  record: ImageRecord
  onShow: (shown: Shown) => void
  onReuse: (record: ImageRecord) => void
  onDelete: (record: ImageRecord) => void
}

const kinds = { generation: 'Created', edit: 'Edited', masked_edit: 'Edited in a mask', variation: 'Varied' }

/** One task: what was asked for, and what came of it. */
export function TaskRow({ record, onShow, onReuse, onDelete }: TaskRowProps) {
  const cancel = useMutation(cancelImageMutation())
  const isRunning = record.status === 'queued' || record.status === 'processing'
  return (
    <article className="flex flex-col gap-2">
      <TaskTiles record={record} onShow={onShow} />
      <div className="flex min-w-0 items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="line-clamp-2 text-sm break-words text-ink">
            {record.prompt ?? 'Variation of a picture'}
          </h2>
          <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-faint">
            <span>{kinds[record.kind]}</span>
            <span>{record.model_name}</span>
            <span>{record.settings.size}</span>
            {record.cost_str && <span className="tabular-nums">{record.cost_str}</span>}
            <RelativeTime at={record.created_at} />
          </p>
        </div>
        <div className="flex shrink-0">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Use these settings again"
            onClick={() => onReuse(record)}
          >
            <RotateCcw aria-hidden="true" />
          </Button>
          {isRunning ? (
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Cancel"
              loading={cancel.isPending}
              onClick={() => cancel.mutate(record.id)}
            >
              <X aria-hidden="true" />
            </Button>
          ) : (
            <Button variant="ghost" size="icon-sm" aria-label="Delete" onClick={() => onDelete(record)}>
              <Trash2 aria-hidden="true" />
            </Button>
          )}
        </div>
      </div>
    </article>
  )
}
