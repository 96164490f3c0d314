import { clock } from '@/lib/platform/clock'
import type { VideoMediaAccess } from '@/lib/upstream/contract/video-media-access'
import type { VideoModel, VideoResult, VideoStatus } from '@/lib/upstream/contract/video-model'
import { estimateVideoTokens } from '@/lib/upstream/estimate-video-tokens'
import { knobFailure } from '../knobs/knob-failure'
import type { Knobs } from '../knobs/knobs'
import { parseKnobs } from '../knobs/parse-knobs'
import { FilmDesk } from './desk/film-desk'
import type { FilmEnding } from './desk/film-ending'
import { FilmFiles } from './desk/film-files'
import { FILMS_AT_ONCE, renderInChild } from './desk/render-in-child'
import type { RenderFilm } from './desk/render-job'
import { filmIdOf, handleOf, orderOf } from './order/film-handle'
import type { FilmOrder } from './order/film-order'
import { takeOrder } from './order/take-order'

export type SandboxVideoMeans = {
  /** Where finished films wait to be fetched. */
  folder: string
  media: VideoMediaAccess
  render?: RenderFilm
  /** Films at once in this process. */
  places?: number
}

/** How long a `flex` task waits for its turn. */
const FLEX_WAIT_SECONDS = 20

/**
 * A video model that films what a prompt says, offline: playable MP4 with exactly the ratio, resolution, length and sound
 * asked. A handle holds the whole order, so a task outlives the process that took it: whoever is asked for its status
 * next goes on with it. Knobs in the prompt: `delay` before it is done, `hang`, `fail` (the task fails so, at once),
 * `status` (the call that starts it is answered so).
 */
export function createSandboxVideo(means: SandboxVideoMeans): VideoModel {
  const files = new FilmFiles(means.folder)
  const { media, render = renderInChild, places = FILMS_AT_ONCE } = means
  const desk = new FilmDesk({ files, media, render, places })
  return {
    async start(call) {
      call.signal.throwIfAborted()
      const { knobs } = parseKnobs(call.prompt)
      const failure = knobFailure({ ...knobs, failCode: undefined })
      if (failure !== undefined) throw failure
      const order = takeOrder(call)
      const handle = handleOf(order)
      if (isToBeMade(order, knobs)) desk.take(filmIdOf(handle), order)
      return { handle }
    },

    async status(handle, signal) {
      signal.throwIfAborted()
      const order = orderOf(handle)
      const id = filmIdOf(handle)
      const ending = await files.findEnding(id)
      const ended = await statusOfEnding(files, id, order, ending)
      if (ended?.state === 'expired') desk.drop(id)
      return ended ?? statusOfKnobs(order) ?? statusOfWork(desk.take(id, order))
    },

    async cancel(handle, signal) {
      signal.throwIfAborted()
      const id = filmIdOf(handle)
      orderOf(handle)
      if ((await files.findEnding(id)) !== null) return 'runs'
      desk.drop(id)
      await files.keep(id, { state: 'cancelled' })
      return 'gone'
    },
  }
}

function isToBeMade(order: FilmOrder, knobs: Knobs): boolean {
  return !order.isFlex && !knobs.hang && knobs.failCode === undefined
}

async function statusOfEnding(
  files: FilmFiles,
  id: string,
  order: FilmOrder,
  ending: FilmEnding | null,
): Promise<VideoStatus | null> {
  if (ending === null) return isExpired(order) ? { state: 'expired' } : null
  if (ending.state !== 'made') return ending
  if (secondsSince(order) * 1000 < parseKnobs(order.prompt).knobs.delayMs)
    return { state: 'running', progress: 99 }
  const video = await files.findVideo(id)
  if (video === null) return null
  const lastFrame = ending.hasLastFrame ? await files.findLastFrame(id) : null
  return { state: 'succeeded', result: resultOf(order, ending, video, lastFrame) }
}

function resultOf(
  order: FilmOrder,
  { ratio, resolution, frames, fps }: Extract<FilmEnding, { state: 'made' }>,
  video: Buffer,
  lastFrame: Buffer | null,
): VideoResult {
  const tokens = estimateVideoTokens({
    resolution,
    ratio,
    durationSeconds: order.seconds,
    frames: order.frames,
  })
  return {
    video: { bytes: video, mimeType: 'video/mp4' },
    lastFrame: lastFrame === null ? null : { bytes: lastFrame, mimeType: 'image/png' },
    fps,
    durationSeconds: frames / fps,
    resolution,
    ratio,
    seed: order.seed,
    usage: { completionTokens: tokens, totalTokens: tokens },
  }
}

/** What the prompt asks of the task itself, before anything is made. */
function statusOfKnobs(order: FilmOrder): VideoStatus | null {
  const { knobs } = parseKnobs(order.prompt)
  const seconds = secondsSince(order)
  if (order.isFlex && seconds < FLEX_WAIT_SECONDS) return { state: 'queued', progress: 0 }
  if (knobs.hang) return { state: 'running', progress: 50 }
  if (knobs.failCode === undefined) return null
  if (seconds * 1000 < knobs.delayMs) return { state: 'running', progress: 0 }
  const message = `The sandbox was asked to fail with the code ${knobs.failCode}.`
  return { state: 'failed', code: knobs.failCode, message, isRetryable: false }
}

function statusOfWork(progress: number | null): VideoStatus {
  return progress === null
    ? { state: 'queued', progress: 0 }
    : { state: 'running', progress: Math.min(99, Math.round(progress * 100)) }
}

function isExpired(order: FilmOrder): boolean {
  return secondsSince(order) > order.expiresAfterSeconds
}

function secondsSince({ orderedAt }: FilmOrder): number {
  return (clock.now().getTime() - orderedAt) / 1000
}
