import { Worker } from 'node:worker_threads'
import { renderInThread } from '../desk/render-in-thread'

const hooks = new URL('../../../../testing/typescript-hooks.mjs', import.meta.url)

/** The real thread, without a bundler: the encoder may be loaded in no other. */
export const renderInPlainThread = renderInThread(
  (job) =>
    new Worker(new URL('../render-thread.ts', import.meta.url), {
      workerData: job,
      execArgv: ['--disable-warning=ExperimentalWarning', '--import', hooks.href],
    }),
)
