import type { VideoRole } from '@/lib/upstream/contract/video-model'
import type { FilmOrder } from '../order/film-order'
import type { FilmEnding } from './film-ending'

/** What a film's thread is given: the order, and the bytes of its media in the order's own order. */
export type RenderJob = {
  order: FilmOrder
  media: { role: VideoRole; bytes: Uint8Array }[]
}

/** `stop` holds 1 once nobody wants the film any more. */
export type ThreadData = { job: RenderJob; stop: Int32Array }

export type RenderedFilm = {
  ending: Extract<FilmEnding, { state: 'made' }>
  video: Uint8Array<ArrayBuffer>
  lastFrame: Uint8Array | null
}

/** What it says back. */
export type RenderMessage =
  | { kind: 'progress'; share: number }
  | { kind: 'made'; film: RenderedFilm }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'broken'; message: string }

/** Makes a film. Rejects with UpstreamError where the order cannot be met, with the signal's reason when given up. */
export type RenderFilm = (
  job: RenderJob,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<RenderedFilm>
