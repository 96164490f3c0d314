import { formatUsd, formatUsdForPeople } from '@/lib/platform/money'
import { objectUrl } from '@/lib/work/objects/read-object'
import { isFinished, type StoredResult } from './internal/task-record'
import type { OutputRow, TaskRow } from './repository'
import type { ImageData, ImageRecord, ImagesReply, ImageTask, ImageUsageReply } from './schema'

/** A task as it is polled, without `b64_json`. */
export function toImageTask(row: TaskRow): ImageTask {
  const { settings, made } = row
  return {
    id: row.id,
    object: 'image.generation',
    status: row.status,
    model: row.model_id,
    created: Math.floor(row.created_at.getTime() / 1000),
    created_at: row.created_at.toISOString(),
    completed_at: row.status === 'completed' ? (row.finished_at?.toISOString() ?? null) : null,
    expires_at: row.expires_at?.toISOString() ?? null,
    size: made?.size ?? settings.size,
    quality: made?.quality ?? settings.quality,
    output_format: settings.outputFormat,
    data: row.status === 'completed' ? row.outputs.map((output) => toImageData(output, row.prompt)) : [],
    usage: row.status === 'completed' ? toUsage(made) : null,
    cost: costOf(row, formatUsd),
    waiting_for: waitingForOf(row),
    error: row.error,
  }
}

/** A completed task in OpenAI's format, without `b64_json`. Throws if the task is not completed. */
export function toImagesReply(
  { settings, made, outputs, finished_at }: TaskRow,
  hasLinks: boolean,
): ImagesReply {
  if (made === null || finished_at === null) throw new Error('the task is not completed')
  const usage = toUsage(made)
  return {
    created: Math.floor(finished_at.getTime() / 1000),
    ...(made.background && { background: made.background }),
    output_format: settings.outputFormat,
    quality: made.quality,
    size: made.size,
    ...(usage && { usage: { input_tokens_details: wordsAlone(usage), ...usage } }),
    data: outputs.map(({ object_id, revised_prompt }) => ({
      ...(hasLinks && object_id !== null && { url: objectUrl(object_id) }),
      ...(revised_prompt !== null && { revised_prompt }),
    })),
  }
}

/** Synchronous tasks have no input but text. */
function wordsAlone({ input_tokens }: Pick<ImageUsageReply, 'input_tokens'>) {
  return { text_tokens: input_tokens, image_tokens: 0 }
}

function toImageData(output: OutputRow, prompt: string | null): ImageData {
  const revised = output.revised_prompt ?? prompt
  return {
    ...(output.object_id !== null && {
      object_url: objectUrl(output.object_id),
      object_url_expires_at: (output.object_expires_at ?? new Date(0)).toISOString(),
    }),
    mime_type: output.mime_type,
    ...(revised !== null && { revised_prompt: revised }),
  }
}

/** A task as the history shows it. */
export function toImageRecord(row: TaskRow): ImageRecord {
  const { settings, made } = row
  return {
    id: row.id,
    object: 'image',
    kind: row.kind,
    status: row.status,
    model: row.model_id,
    model_name: row.model_name,
    prompt: row.prompt,
    settings: {
      n: settings.n,
      size: settings.size,
      quality: settings.quality,
      output_format: settings.outputFormat,
      output_compression: settings.outputCompression,
      background: settings.background,
      moderation: settings.moderation,
      seed: settings.seed,
    },
    images: row.status === 'completed' ? row.outputs.map(toHistoryImage) : [],
    usage: row.status === 'completed' ? toUsage(made) : null,
    cost: costOf(row, formatUsd),
    cost_str: costOf(row, formatUsdForPeople),
    waiting_for: waitingForOf(row),
    error: row.error,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

function toHistoryImage(output: OutputRow): ImageRecord['images'][number] {
  return {
    object_url: output.object_id === null ? null : objectUrl(output.object_id),
    object_url_expires_at: output.object_expires_at?.toISOString() ?? null,
    mime_type: output.mime_type,
    width: output.width,
    height: output.height,
    size_bytes: output.size_bytes,
    revised_prompt: output.revised_prompt,
  }
}

const waitingForOf = (row: TaskRow) => (isFinished(row.status) ? null : row.waiting_for)

/** Null until the task has ended. */
function costOf(row: TaskRow, format: (nanos: bigint) => string): string | null {
  return isFinished(row.status) ? format(row.cost_nanos ?? 0n) : null
}

function toUsage(made: StoredResult | null): ImageUsageReply | null {
  const usage = made?.usage
  if (!usage) return null
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    total_tokens: usage.totalTokens,
    ...(usage.inputTokensDetails && { input_tokens_details: toDetails(usage.inputTokensDetails) }),
    ...(usage.outputTokensDetails && { output_tokens_details: toDetails(usage.outputTokensDetails) }),
  }
}

function toDetails(details: { textTokens: number; imageTokens: number }) {
  return { text_tokens: details.textTokens, image_tokens: details.imageTokens }
}
