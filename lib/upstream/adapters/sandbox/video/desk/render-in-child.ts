import { availableParallelism } from 'node:os'
import { ChildPool } from '@/lib/platform/child-tasks/child-pool'
import { remember } from '@/lib/platform/remember'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { RenderAnswer, type RenderFilm, type RenderJob } from './render-job'

/** One processor is left to answer requests; four films at once are plenty. */
export const FILMS_AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1))

/** The longest film takes a minute of an idle processor. */
const FILM_MILLIS = 10 * 60_000

const children = () =>
  remember(
    'film-children',
    () =>
      new ChildPool<RenderJob, RenderAnswer>({
        entry: 'lib/upstream/adapters/sandbox/video/film-child.ts',
        result: RenderAnswer,
        most: FILMS_AT_ONCE,
        timeLimitMillis: FILM_MILLIS,
      }),
  )

/** The encoders run in child processes alone: what crashes there costs one attempt at a film, and no request. */
export const renderInChild: RenderFilm = async (job, options) => {
  const answer = await children().run(job, options)
  if (answer.kind === 'made') return answer.film
  const { code, message } = answer
  throw new UpstreamError('rejected', { code, param: 'content', message })
}
