import { serveTasks } from '@/lib/platform/child-tasks/serve-tasks'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { renderFilm } from './film'
import { type FilmEnding, failed, RenderJob } from './order'

/** The process that renders films, one after the other. An invalid order is a failed film, not an error. */
serveTasks<RenderJob, FilmEnding>({
  task: RenderJob,
  run: (job, report) =>
    renderFilm(job, report).catch((error) => {
      if (!(error instanceof UpstreamError) || error.fault !== 'rejected') throw error
      return failed(error.code ?? 'invalid_input', error.message)
    }),
})
