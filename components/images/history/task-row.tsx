'use client'

import { useMutation } from '@tanstack/react-query'
import { Download, RefreshCw, SlidersHorizontal, Trash2, X } from 'lucide-react'
import { toast } from 'sonner'
import { IconAction } from '@/components/data/icon-action'
import { RelativeTime } from '@/components/data/relative-time'
import { isRunning } from '@/components/studio/is-running'
import { formatCostShort } from '@/lib/client/format/money'
import { cancelImageMutation } from '@/lib/images/queries'
import type { ImageRecord } from '@/lib/images/schema'
import type { Shown } from '../lightbox/pictures-of'
import { downloadAll } from './download-all'
import { TaskTiles } from './task-tiles'

type TaskRowProps = {
  record: ImageRecord
  onShow: (shown: Shown) => void
  onReuse: (record: ImageRecord) => void
  onRepeat: (record: ImageRecord) => void
  onDelete: (record: ImageRecord) => void
}

const kinds = { generation: 'Created', edit: 'Edited', masked_edit: 'Edited in a mask', variation: 'Varied' }

/** One task: what was asked for, and what came of it. */
export function TaskRow({ record, onShow, ...acts }: TaskRowProps) {
  return (
    <article className="@container flex flex-col gap-2">
      <TaskTiles record={record} onShow={onShow} />
      <div className="flex min-w-0 flex-col justify-between gap-x-4 gap-y-1 @min-[24rem]:flex-row @min-[24rem]:items-start">
        <div className="min-w-0">
          <h2
            dir="auto"
            className="line-clamp-2 text-sm break-words text-ink"
            title={record.prompt ?? undefined}
          >
            {record.prompt ?? 'Variation of a picture'}
          </h2>
          <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-faint">
            <span>{kinds[record.kind]}</span>
            <span className="min-w-0 truncate @max-[24rem]:hidden">{record.model_name}</span>
            <span className="@max-[24rem]:hidden">{sizeOf(record)}</span>
            {record.cost && <span className="tabular-nums">{formatCostShort(record.cost)}</span>}
            <RelativeTime at={record.created_at} />
          </p>
        </div>
        <TaskActions record={record} {...acts} />
      </div>
    </article>
  )
}

/** As it was made; before that as it was asked for. */
function sizeOf({ images: [made], settings }: ImageRecord): string {
  if (made) return `${made.width} × ${made.height}`
  return settings.size === 'auto' ? 'Auto size' : settings.size.replace('x', ' × ')
}

type TaskActionsProps = Omit<TaskRowProps, 'onShow'>

function TaskActions({ record, onReuse, onRepeat, onDelete }: TaskActionsProps) {
  const cancel = useMutation(cancelImageMutation())
  const urls = record.images.flatMap(({ object_url }) => object_url ?? [])
  return (
    <div className="-ml-1.5 flex shrink-0 @min-[24rem]:-mr-1.5 @min-[24rem]:ml-0">
      {urls.length > 1 && (
        <IconAction label="Download all" icon={Download} onPress={() => void downloadAll(urls)} />
      )}
      <IconAction label="Use these settings" icon={SlidersHorizontal} onPress={() => onReuse(record)} />
      {/* What was edited or varied was given up with the task, and cannot be sent again. */}
      {record.kind === 'generation' && !isRunning(record) && (
        <IconAction label="Make it again" icon={RefreshCw} onPress={() => onRepeat(record)} />
      )}
      {isRunning(record) ? (
        <IconAction
          label="Cancel"
          icon={X}
          isBusy={cancel.isPending}
          onPress={() => cancel.mutate(record.id, { onError: ({ message }) => toast.error(message) })}
        />
      ) : (
        <IconAction label="Delete" icon={Trash2} onPress={() => onDelete(record)} />
      )}
    </div>
  )
}
