import { clock } from '@/lib/platform/clock'
import type { TaskRow } from '../repository'
import type { Drawn } from './draw-task'
import { estimateTokens } from './estimate-tokens'
import type { Made, StoredReading } from './task-record'

/** What was really made, and what is charged for it. */
export function toMade(task: TaskRow, drawn: Drawn): Made {
  const { answer, pictures } = drawn
  const { quality: asked } = task.settings
  // An upstream that chose by itself and does not say what: it counts as the best, as it did when money was held.
  const quality = asked === 'auto' ? (answer.quality ?? 'high') : asked
  const [first] = pictures
  const size = first ? `${first.width}x${first.height}` : (answer.size ?? task.settings.size)
  const reading = toReading(task, drawn, { quality, size })
  return { size, quality, usage: answer.usage, answeredAt: clock.now(), reading }
}

function toReading(
  task: TaskRow,
  { answer, pictures, route, attempts }: Drawn,
  made: Pick<Made, 'quality' | 'size'>,
): StoredReading {
  const planned = task.routes.find(({ routeId }) => routeId === route.routeId)
  const billsTokens = planned?.billsTokens ?? false
  const { usage } = answer
  const estimated = estimateTokens({
    prompt: task.prompt,
    sourceCount: [task.source_upload_id, task.mask_upload_id].filter((id) => id !== null).length,
    settings: { ...made, n: pictures.length },
  })
  const unknown = billsTokens ? estimated : { promptTokens: 0, completionTokens: 0 }
  return {
    status: 'success',
    modality: 'image',
    taskId: task.id,
    modelId: route.modelId,
    modelName: route.modelName,
    providerId: route.providerId,
    priceId: planned?.priceId ?? route.priceId,
    usageSource: billsTokens && usage === null ? 'estimated' : 'upstream',
    errorCode: null,
    endedAt: clock.now(),
    promptTokens: usage?.inputTokens ?? unknown.promptTokens,
    completionTokens: usage?.outputTokens ?? unknown.completionTokens,
    images: pictures.length,
    imageQuality: billsTokens ? null : made.quality,
    attempts: [...attempts],
  }
}
