import { ChildTaskError } from '@/lib/platform/child-tasks/child-pool'
import { logger } from '@/lib/platform/logger'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoMediaAccess } from '@/lib/upstream/contract/video-media-access'
import type { FilmOrder } from '../order/film-order'
import type { FilmEnding } from './film-ending'
import type { FilmFiles } from './film-files'
import { readMedia } from './read-media'
import type { RenderFilm } from './render-job'

type Work = { order: FilmOrder; progress: number | null; abort: AbortController }

type Means = {
  files: FilmFiles
  media: VideoMediaAccess
  render: RenderFilm
  /** Films at once; the others wait in line, and customers take turns in it. */
  places: number
}

/** The films that this process has in hand. What it forgets when it ends, the next `take` begins again. */
export class FilmDesk {
  readonly #means: Means
  readonly #works = new Map<string, Work>()
  /** Which turn each customer had last; those who had none since the line was empty come first. */
  readonly #lastTurns = new Map<string, number>()
  #turn = 0
  #busy = 0

  constructor(means: Means) {
    this.#means = means
  }

  /** Takes a film that is not in hand yet; says how far it is (0–1), null while it waits in line. */
  take(id: string, order: FilmOrder): number | null {
    const known = this.#works.get(id)
    if (known !== undefined) return known.progress
    this.#works.set(id, { order, progress: null, abort: new AbortController() })
    this.#fill()
    return null
  }

  drop(id: string): void {
    this.#works.get(id)?.abort.abort(new Error('the film was cancelled'))
    this.#works.delete(id)
  }

  #fill(): void {
    if (this.#works.size === 0) this.#lastTurns.clear()
    while (this.#busy < this.#means.places) {
      const next = this.#nextInLine()
      if (next === undefined) return
      const [id, work] = next
      this.#lastTurns.set(work.order.customerId, ++this.#turn)
      work.progress = 0
      this.#busy++
      void this.#make(id, work).finally(() => {
        this.#busy--
        if (this.#works.get(id) === work) this.#works.delete(id)
        this.#fill()
      })
    }
  }

  /** The oldest film of the customer whose turn was longest ago: a long line of one keeps nobody else waiting. */
  #nextInLine(): [string, Work] | undefined {
    const lastTurn = ([, { order }]: [string, Work]) => this.#lastTurns.get(order.customerId) ?? 0
    return [...this.#works]
      .filter(([, { progress }]) => progress === null)
      .reduce<[string, Work] | undefined>(
        (best, one) => (best && lastTurn(best) <= lastTurn(one) ? best : one),
        undefined,
      )
  }

  async #make(id: string, work: Work): Promise<void> {
    const { signal } = work.abort
    const { files, media, render } = this.#means
    try {
      const film = await render(
        { order: work.order, media: await readMedia(work.order, media, signal) },
        {
          signal,
          onProgress: (share) => {
            work.progress = share
          },
          deaths: await files.countDeaths(id),
          onDeath: (deaths) => files.keepDeaths(id, deaths),
        },
      )
      signal.throwIfAborted()
      await files.keep(id, film.ending, film)
      await files.sweep()
    } catch (error) {
      if (!signal.aborted) await this.#keepFailure(id, error)
    }
  }

  async #keepFailure(id: string, error: unknown): Promise<void> {
    const isRefusal = error instanceof UpstreamError && error.fault === 'rejected'
    if (!isRefusal) logger.error({ err: String(error) }, 'the sandbox failed to make a film')
    const ending = isRefusal ? refusalOf(error) : failureOf(error)
    await this.#means.files
      .keep(id, ending)
      .catch((cause) => logger.error({ err: String(cause) }, 'the sandbox cannot keep its films'))
  }
}

const failures = {
  died: ['internal_error', 'The process that makes films died twice over this one; it is not tried again.'],
  too_slow: ['upstream_timeout', 'This film was not made in the time that a film is given.'],
} as const

function refusalOf({ code = 'invalid_input', message }: UpstreamError): FilmEnding {
  return { state: 'failed', code, message, isRetryable: false }
}

function failureOf(error: unknown): FilmEnding {
  if (error instanceof ChildTaskError) {
    const [code, message] = failures[error.reason]
    return { state: 'failed', code, message, isRetryable: false }
  }
  const message = 'The sandbox failed to make this film.'
  return { state: 'failed', code: 'upstream_error', message, isRetryable: true }
}
