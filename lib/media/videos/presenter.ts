import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { formatUsd, formatUsdForPeople } from '@/lib/platform/money'
import { signObjectUrl } from '@/lib/work/objects/read-object'
import { isOpen } from '@/lib/work/tasks/kind'
import { wholeSeconds } from './limits'
import type { ShownTask } from './repository'
import type { VideoRecord, VideoTask } from './schema'

/** A task as it is polled. Its links are signed at every read. */
export function toVideoTask(row: ShownTask): VideoTask {
  const ttl = env().VIDEO_URL_TTL_SECONDS
  const status = statusOf(row)
  const links = status === 'completed' ? linksOf(row, ttl) : { video: null, lastFrame: null }
  const { request, result } = row
  const usage = result?.usage
  return {
    id: row.id,
    object: 'video.generation',
    status,
    model: row.model_id,
    input_type: row.input_type,
    progress: row.progress,
    video_url: links.video?.url ?? null,
    video_url_expires_at: links.video?.expiresAt.toISOString() ?? null,
    video_url_ttl: ttl,
    last_frame_url: links.lastFrame?.url ?? null,
    duration: wholeSeconds(request, result?.durationSeconds),
    frames: request.frames,
    fps: result?.fps ?? null,
    resolution: result?.resolution ?? request.resolution,
    ratio: result?.ratio ?? request.ratio,
    seed: result?.seed ?? request.seed,
    draft: request.isDraft,
    usage: usage ? { completion_tokens: usage.completionTokens, total_tokens: usage.totalTokens } : null,
    cost: row.cost_nanos === null ? null : formatUsd(row.cost_nanos),
    waiting_for: isOpen(status) ? row.waiting_for : null,
    error: row.error,
    created_at: row.created_at.toISOString(),
    completed_at: row.result === null ? null : (row.finished_at?.toISOString() ?? null),
    cancelled_at: row.status === 'cancelled' ? (row.finished_at?.toISOString() ?? null) : null,
    expires_at: (row.asset_expires_at ?? row.execution_deadline_at).toISOString(),
  }
}

export function toVideoRecord(row: ShownTask): VideoRecord {
  const { request } = row
  return {
    ...toVideoTask(row),
    model_name: row.model_name,
    prompt: request.prompt,
    settings: {
      ratio: request.ratio,
      resolution: request.resolution,
      duration: request.duration,
      frames: request.frames,
      generate_audio: request.generateAudio,
      seed: request.seed,
      camera_fixed: request.cameraFixed,
      watermark: request.watermark,
      return_last_frame: request.returnLastFrame,
      service_tier: request.serviceTier,
      draft: request.isDraft,
      web_search: request.webSearch,
    },
    inputs: request.media.map(({ type, role, url }) => ({ type, role, url })),
    cost_str: row.cost_nanos === null ? null : formatUsdForPeople(row.cost_nanos),
  }
}

/** The sweep may be a minute late; readers see `expired` at once. */
function statusOf(row: ShownTask): VideoTask['status'] {
  const isOver = row.asset_expires_at !== null && row.asset_expires_at <= clock.now()
  return row.status === 'completed' && isOver ? 'expired' : row.status
}

function linksOf(row: ShownTask, ttlSeconds: number) {
  const sign = (id: string | null) => (id === null ? null : signObjectUrl(id, ttlSeconds))
  return { video: sign(row.video_object_id), lastFrame: sign(row.last_frame_object_id) }
}
