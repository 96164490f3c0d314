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
import { FILMS_AT_ONCE, FilmDesk, FilmFiles, type RenderFilm, renderInChild } from './desk'
import { type FilmOrder, FPS, filmIdOf, handleOf, type MadeFilm, orderOf, takeOrder } from './order'

export type SandboxVideoMeans = {
  /** Where finished films wait to be fetched. */
  folder: string
  media: VideoMediaAccess
  render?: RenderFilm
  /** Films at once in this process. */
  slots?: number
}

/** How long a `flex` task waits for its turn. */
const FLEX_WAIT_SECONDS = 20

/**
 * A video model that films one of its scenes, offline: playable MP4 with exactly the ratio, resolution, length and sound
 * asked. A handle holds the whole order, so a task outlives the process that accepted it: the process asked for its status
 * next goes on with it. Knobs in the prompt: `delay` before it is done, `hang`, `fail` (the task fails so, at once),
 * `status` (the call that starts it is answered so).
 */
export function createSandboxVideo(means: SandboxVideoMeans): VideoModel {
  const files = new FilmFiles(means.folder)
  const { media, render = renderInChild, slots = FILMS_AT_ONCE } = means
  const desk = new FilmDesk({ files, media, render, slots })
  return {
    async start(call) {
      call.signal.throwIfAborted()
      const { knobs } = parseKnobs(call.prompt)
      const { failCode, ...others } = knobs
      const failure = knobFailure(others)
      if (failure !== undefined) throw failure
      const order = takeOrder(call)
      const handle = handleOf(order)
      if (order.serviceTier !== 'flex' && !knobs.hang && failCode === undefined)
        desk.take(filmIdOf(handle), order)
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
        desk.drop(id)
        return { state: 'expired' }
      }
      const scripted = statusOfKnobs(order, knobs)
      if (scripted !== null) return scripted
      const progress = desk.take(id, order)
      if (progress === null) return { state: 'queued', progress: 0 }
      return { state: 'running', progress: Math.min(99, Math.round(progress * 100)) }
    },

    async cancel(handle, signal) {
      signal.throwIfAborted()
      const id = filmIdOf(handle)
      orderOf(handle)
      if ((await files.find(id)) !== null) return 'runs'
      desk.drop(id)
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

/** What the prompt asks of the task itself, before anything is made. */
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
 * A vault inside Portico: it keeps nothing of its own, for our store has the media and our tables the groups, and it accepts
 * everything that passed our checks. It makes no check of liveness; the page for the phone says so.
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
