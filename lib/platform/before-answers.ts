import { remember } from './remember'

const due = remember<{ work: (() => void)[] }>('before-answers', () => ({ work: [] }))

/**
 * Work that has to be done before anything more is sent to a client, once for all that is answered in a turn of the event
 * loop: every door runs it before it writes, and the end of the turn does where nothing is written.
 */
export const beforeAnswers = {
  add(work: () => void): void {
    due.work.push(work)
    if (due.work.length === 1) setImmediate(run)
  },
  run,
}

function run(): void {
  if (due.work.length === 0) return
  const { work } = due
  due.work = []
  for (const one of work) one()
}
