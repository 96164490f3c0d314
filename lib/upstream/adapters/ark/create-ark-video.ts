import { clock } from '@/lib/platform/clock'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoHandle, VideoModel, VideoStatus } from '@/lib/upstream/contract/video-model'
import type { ArkSettings } from './ark-settings'
import { askArk } from './ask-ark'
import { readNudge } from './read-nudge'
import { readStatus } from './read-status'
import { taskAgeMs } from './task-age-ms'
import { ArkCreated, ArkTask } from './task-reply'
import { writeTask } from './write-task'

const DAY_MS = 24 * 3600 * 1000
/** So long a task's record may take until every node of theirs has it. */
const SETTLING_MS = 5 * 60 * 1000

/**
 * Seedance behind Volcengine Ark or BytePlus ModelArk. A handle is Ark's own task id. Records are kept there for seven
 * days (those of cancelled tasks for one), links to results for one day.
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

    /** Only a waiting task can be stopped. A finished one would be deleted with its bill, so it is asked for first. */
    async cancel(handle, signal) {
      const task = await findTask(settings, handle, signal)
      if (task === null || ['cancelled', 'failed', 'expired'].includes(task.status)) return 'gone'
      if (task.status !== 'queued') return 'runs'
      try {
        await askArk(settings, { method: 'DELETE', path: pathOf(handle), signal })
        return 'gone'
      } catch (error) {
        // It began in between.
        if (error instanceof UpstreamError && isRefusalOfState(error)) return 'runs'
        throw error
      }
    },

    readNudge,
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

/** What has no record any more: too old, or never there. */
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
