import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoResult, VideoStatus } from '@/lib/upstream/contract/video-model'
import type { ArkSettings } from './ark-settings'
import { classifyFailure } from './classify-failure'
import { sayableMessage } from './read-refusal'
import type { ArkTask } from './task-reply'

export function readStatus(task: ArkTask, settings: ArkSettings): VideoStatus {
  switch (task.status) {
    case 'queued':
    case 'running':
      return { state: task.status, progress: null }
    case 'cancelled':
    case 'expired':
      return { state: task.status }
    case 'failed':
      return readFailure(task, settings)
    case 'succeeded':
      return { state: 'succeeded', result: readResult(task) }
  }
}

function readResult({ content, usage, ...task }: ArkTask): VideoResult {
  // A success without its film is none.
  if (!content?.video_url) throw new UpstreamError('failed', { status: 200 })
  const fps = task.framespersecond ?? null
  return {
    video: { url: content.video_url },
    lastFrame: content.last_frame_url ? { url: content.last_frame_url } : null,
    fps,
    durationSeconds: task.frames && fps ? task.frames / fps : (task.duration ?? null),
    resolution: task.resolution ?? null,
    ratio: task.ratio ?? null,
    seed: task.seed ?? null,
    usage: usage ? usageOf(usage) : null,
  }
}

function usageOf({ completion_tokens, total_tokens }: NonNullable<ArkTask['usage']>): VideoResult['usage'] {
  return { completionTokens: completion_tokens, totalTokens: total_tokens ?? completion_tokens }
}

function readFailure({ error }: ArkTask, settings: ArkSettings): VideoStatus {
  const failure = classifyFailure(error?.code ?? '', error?.message ?? '')
  const said = sayableMessage(error?.message ?? '', settings)
  switch (failure) {
    case 'content_policy_violation':
      return failed(failure, said ?? 'The upstream refused this by its content policy.', false)
    case 'input_download_failed':
      return failed(failure, said ?? 'The upstream could not fetch an input.', false)
    case 'invalid_input':
      return failed(failure, said ?? 'The upstream did not accept the input.', false)
    case 'rate_limited':
      return failed('upstream_rate_limited', 'The upstream is at its limit.', true)
    case 'ours':
      return failed('upstream_error', 'The upstream refused to serve this.', false)
    case 'theirs':
      return failed('upstream_error', 'The upstream failed to make this video.', true)
  }
}

function failed(code: string, message: string, isRetryable: boolean): VideoStatus {
  return { state: 'failed', code, message, isRetryable }
}
