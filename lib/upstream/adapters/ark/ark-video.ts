import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoHandle, VideoModel, VideoResult, VideoStatus } from '@/lib/upstream/contract/video-model'
import { countOf, numberOf } from '@/lib/upstream/reading/members'
import { type ArkSettings, askArk, classifyFailure, sayableMessage } from './ask-ark'
import { writeTask } from './write-task'

const DAY_MS = 24 * 3600 * 1000
/** The time until all of Ark's nodes have a task's record. */
const SETTLING_MS = 5 * 60 * 1000

/**
 * Seedance by Volcengine Ark or BytePlus ModelArk. A handle is Ark's task id. Ark keeps records for seven days (of cancelled
 * tasks for one), and links to results for one day.
 */
export function createArkVideo(settings: ArkSettings): VideoModel {
  return {
    async start(call) {
      const body = await writeTask(call, settings.media)
      const reply = ArkCreated.safeParse(
        await askArk(settings, { method: 'POST', path: '', body, signal: call.signal }),
      )
      if (!reply.success) throw new UpstreamError('failed', { status: 200, cause: reply.error })
      return { handle: reply.data.id }
    },

    async status(handle, signal) {
      const task = await findTask(settings, handle, signal)
      return task === null ? lostStatus(handle) : readStatus(task, settings)
    },

    /** Only a waiting task can be stopped. A finished one would be deleted with its usage, so its status is read first. */
    async cancel(handle, signal) {
      const task = await findTask(settings, handle, signal)
      if (task === null || ['cancelled', 'failed', 'expired'].includes(task.status)) return 'gone'
      if (task.status !== 'queued') return 'runs'
      try {
        await askArk(settings, { method: 'DELETE', path: pathOf(handle), signal })
        return 'gone'
      } catch (error) {
        // The task began in the meantime.
        if (error instanceof UpstreamError && isRefusalOfState(error)) return 'runs'
        throw error
      }
    },

    readNotification,
  }
}

async function findTask(
  settings: ArkSettings,
  handle: VideoHandle,
  signal: AbortSignal,
): Promise<ArkTask | null> {
  const answer = await askArk(settings, { method: 'GET', path: pathOf(handle), signal }).catch(
    (error: unknown) => {
      if (error instanceof UpstreamError && error.status === 404) return null
      throw error
    },
  )
  if (answer === null) return null
  const task = ArkTask.safeParse(answer)
  if (!task.success) throw new UpstreamError('failed', { status: 200, cause: task.error })
  return task.data
}

/** The status of a task without a record: too old, or unknown. */
function lostStatus(handle: VideoHandle): VideoStatus {
  const ageMs = taskAgeMs(handle, clock.now().getTime())
  if (ageMs !== null && ageMs < SETTLING_MS) throw new UpstreamError('failed', { status: 404 })
  if (ageMs === null || ageMs >= DAY_MS) return { state: 'expired' }
  return {
    state: 'failed',
    code: 'upstream_error',
    message: 'The upstream has lost this task.',
    isRetryable: false,
  }
}

function isRefusalOfState({ status }: UpstreamError): boolean {
  return status === 400 || status === 403 || status === 409
}

function pathOf(handle: VideoHandle): string {
  return `/${encodeURIComponent(handle)}`
}

const BEIJING_OFFSET_MS = 8 * 3600 * 1000

/** The age of a task in milliseconds, by its id (`cgt-20260821153012-x7k2m`, Beijing time); null if the id has no time. */
function taskAgeMs(id: string, nowMs: number): number | null {
  const parts = /^cgt-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)-/.exec(id)?.slice(1).map(Number)
  if (parts === undefined) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
  return nowMs - (Date.UTC(year, month - 1, day, hour, minute, second) - BEIJING_OFFSET_MS)
}

const MAX_NOTIFICATION_BYTES = 64 * 1024
const Callback = z.object({ id: z.string().regex(/^[\w-]{1,200}$/) })

/** The task of Ark's callback; null for anything else. Callbacks are unsigned, so their status is ignored. */
function readNotification(body: Buffer): VideoHandle | null {
  if (body.length > MAX_NOTIFICATION_BYTES) return null
  try {
    const callback = Callback.safeParse(JSON.parse(body.toString()))
    return callback.success ? callback.data.id : null
  } catch {
    return null
  }
}

const count = z.preprocess(countOf, z.number().optional())
const amount = z.preprocess(numberOf, z.number().positive().nullish().catch(null))
const link = z.url({ protocol: /^https?$/ })

/** The words of gateways before Ark for its states. */
const states: Readonly<Record<string, string>> = {
  pending: 'queued',
  submitted: 'queued',
  processing: 'running',
  in_progress: 'running',
  success: 'succeeded',
  completed: 'succeeded',
  failure: 'failed',
  canceled: 'cancelled',
}
const State = z
  .string()
  .toLowerCase()
  .transform((word) => states[word] ?? word)
  .pipe(z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired']))

/** A task as Ark describes it. */
const ArkTask = z.object({
  id: z.string().min(1),
  status: State,
  error: z
    .object({ code: z.string().catch(''), message: z.string().catch('') })
    .nullish()
    .catch(null),
  content: z
    .object({ video_url: link.nullish(), last_frame_url: link.nullish().catch(null) })
    .nullish()
    .catch(null),
  seed: z.int().nullish().catch(null),
  resolution: z.string().nullish().catch(null),
  ratio: z.string().nullish().catch(null),
  duration: amount,
  frames: amount,
  framespersecond: amount,
  usage: z.object({ completion_tokens: count, total_tokens: count }).nullish().catch(null),
})
type ArkTask = z.infer<typeof ArkTask>

const ArkCreated = z.object({ id: z.string().min(1) })

function readStatus(task: ArkTask, settings: ArkSettings): VideoStatus {
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
  // A success without a video is invalid.
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

/** Zeros are no usage, because no film is free. */
function usageOf({ completion_tokens, total_tokens }: NonNullable<ArkTask['usage']>): VideoResult['usage'] {
  const completionTokens = completion_tokens || total_tokens
  return completionTokens ? { completionTokens, totalTokens: total_tokens || completionTokens } : null
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
      return failed('upstream_rate_limited', 'The upstream’s rate limit is reached.', true)
    case 'ours':
      return failed('upstream_error', 'The upstream refused to serve this.', false)
    case 'theirs':
      return failed('upstream_error', 'The upstream failed to generate this video.', true)
  }
}

function failed(code: string, message: string, isRetryable: boolean): VideoStatus {
  return { state: 'failed', code, message, isRetryable }
}
