import { serveTasks } from '@/lib/platform/child-tasks/serve-tasks'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { renderFilm } from './film'
import { type FilmEnding, failed, RenderJob } from './order'

/** The process in which films are made, one after the other. An order that cannot be met fails; it is no error. */
serveTasks<RenderJob, FilmEnding>({
  task: RenderJob,
  run: (job, report) =>
    renderFilm(job, report).catch((error) => {
      if (!(error instanceof UpstreamError) || error.fault !== 'rejected') throw error
      return failed(error.code ?? 'invalid_input', error.message)
    }),
})
