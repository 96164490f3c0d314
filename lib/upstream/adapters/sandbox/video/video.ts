import { randomUUID } from 'node:crypto'
import { clock } from '@/lib/platform/clock'
import type { PortraitVault } from '@/lib/upstream/contract/portrait-vault'
import type {
  VideoMediaAccess,
  VideoModel,
  VideoResult,
  VideoStatus,
} from '@/lib/upstream/contract/video-model'
import { estimateVideoTokens } from '@/lib/upstream/video-pixels'
import { type Knobs, knobFailure, parseKnobs } from '../knobs'
import { type FilmOrder, FPS, filmIdOf, handleOf, type MadeFilm, orderFor, orderOf } from './order'
import { FILMS_AT_ONCE, FilmFiles, FilmQueue, type RenderFilm, renderInChild } from './queue'

export type SandboxVideoMeans = {
  /** The folder for finished films. */
  folder: string
  media: VideoMediaAccess
  render?: RenderFilm
  /** Concurrent films in this process. */
  slots?: number
}

/** How long a `flex` task waits for its turn. */
const FLEX_WAIT_SECONDS = 20

/**
 * A video model that animates one of its scenes offline: a playable MP4 with exactly the requested ratio, resolution, length
 * and sound. A handle contains the whole order, so any process can continue a task when it is asked for its status. Knobs in
 * the prompt: `delay` before it is done, `hang`, `fail` (the task fails at once with this code), `status` (the call that
 * starts it gets this status).
 */
export function createSandboxVideo(means: SandboxVideoMeans): VideoModel {
  const files = new FilmFiles(means.folder)
  const { media, render = renderInChild, slots = FILMS_AT_ONCE } = means
  const queue = new FilmQueue({ files, media, render, slots })
  return {
    async start(call) {
      call.signal.throwIfAborted()
      const { knobs } = parseKnobs(call.prompt)
      const { failCode, ...others } = knobs
      const failure = knobFailure(others)
      if (failure !== undefined) throw failure
      const order = orderFor(call)
      const handle = handleOf(order)
      if (order.serviceTier !== 'flex' && !knobs.hang && failCode === undefined)
        queue.enqueue(filmIdOf(handle), order)
      return { handle }
    },

    async status(handle, signal) {
      signal.throwIfAborted()
      const order = orderOf(handle)
      const { knobs } = parseKnobs(order.prompt)
      const id = filmIdOf(handle)
      const ending = await files.find(id)
      if (ending?.state === 'made' && secondsSince(order) * 1000 < knobs.delayMs)
        return { state: 'running', progress: 99 }
      if (ending?.state === 'made') return { state: 'succeeded', result: resultOf(ending, order) }
      if (ending !== null) return ending
      if (secondsSince(order) > order.executionExpiresAfterSeconds) {
        queue.cancel(id)
        return { state: 'expired' }
      }
      const scripted = statusOfKnobs(order, knobs)
      if (scripted !== null) return scripted
      const progress = queue.enqueue(id, order)
      if (progress === null) return { state: 'queued', progress: 0 }
      return { state: 'running', progress: Math.min(99, Math.round(progress * 100)) }
    },

    async cancel(handle, signal) {
      signal.throwIfAborted()
      const id = filmIdOf(handle)
      orderOf(handle)
      if ((await files.find(id)) !== null) return 'runs'
      queue.cancel(id)
      await files.keep(id, { state: 'cancelled' })
      return 'gone'
    },
  }
}

function resultOf({ ratio, frames, video, lastFrame }: MadeFilm, order: FilmOrder): VideoResult {
  const { resolution, seconds: durationSeconds, seed } = order
  const tokens = estimateVideoTokens({ resolution, ratio, durationSeconds, frames: order.frames })
  return {
    video: { bytes: Buffer.from(video), mimeType: 'video/mp4' },
    lastFrame: lastFrame && { bytes: Buffer.from(lastFrame), mimeType: 'image/png' },
    fps: FPS,
    durationSeconds: frames / FPS,
    resolution,
    ratio,
    seed,
    usage: { completionTokens: tokens, totalTokens: tokens },
  }
}

/** The status that the prompt's knobs ask for, before anything is rendered. */
function statusOfKnobs(order: FilmOrder, { hang, failCode, delayMs }: Knobs): VideoStatus | null {
  const seconds = secondsSince(order)
  if (order.serviceTier === 'flex' && seconds < FLEX_WAIT_SECONDS) return { state: 'queued', progress: 0 }
  if (hang) return { state: 'running', progress: 50 }
  if (failCode === undefined) return null
  if (seconds * 1000 < delayMs) return { state: 'running', progress: 0 }
  const message = `The sandbox was asked to fail with the code ${failCode}.`
  return { state: 'failed', code: failCode, message, isRetryable: false }
}

function secondsSince({ orderedAt }: FilmOrder): number {
  return (clock.now().getTime() - orderedAt) / 1000
}

/**
 * A vault inside Portico: it stores nothing, because our store has the media and our tables the groups, and accepts everything
 * that passed our checks. It does not check liveness; the page for the phone says so.
 */
export function createSandboxVault(): PortraitVault {
  return {
    createGroup: async () => ({ id: `sandbox-group-${randomUUID()}` }),
    deleteGroup: async () => undefined,
    createAsset: async () => ({ id: `sandbox-asset-${randomUUID()}` }),
    readAsset: async () => ({ state: 'active' }),
    deleteAsset: async () => undefined,
  }
}
