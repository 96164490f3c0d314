import { Worker } from 'node:worker_threads'
import type { ThreadData } from '../desk/render-job'

const hooks = new URL('../../../../testing/typescript-hooks.mjs', import.meta.url)

/** For tests: the real thread of a film, without a bundler. */
export function startPlainThread(data: ThreadData): Worker {
  return new Worker(new URL('../render-thread.ts', import.meta.url), {
    workerData: data,
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', hooks.href],
  })
}
