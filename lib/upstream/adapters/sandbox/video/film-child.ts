import { serveTasks } from '@/lib/platform/child-tasks/serve-tasks'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { renderFilm } from './film'
import { type RenderAnswer, RenderJob } from './order'

/** The process in which films are made, one after the other. */
serveTasks<RenderJob, RenderAnswer>({
  task: RenderJob,
  run: (job, report) =>
    renderFilm(job, report).then(
      (film) => ({ kind: 'made', film }),
      (error) => {
        if (!(error instanceof UpstreamError) || error.fault !== 'rejected') throw error
        return { kind: 'refused', code: error.code ?? 'invalid_input', message: error.message }
      },
    ),
})
