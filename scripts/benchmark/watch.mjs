// Follows a run to its end. The run is the server's: whoever stops watching does not stop it.
import { setTimeout as pause } from 'node:timers/promises'
import { Away } from './client.mjs'
import { describeProgress } from './report.mjs'

const everyMillis = 1000
const patienceMillis = 300_000
const isOpen = ({ status }) => status === 'queued' || status === 'running'

/** Gives the run as it ended. */
export async function watchRun(ask, id, { say, isTerminal }) {
  let lastAnswerAt = Date.now()
  let said = ''
  const tell = (text) => {
    if (text === said) return
    said = text
    if (isTerminal) say(`\r\u001b[2K  ${text}`)
    else say(`  ${text}\n`)
  }
  for (;;) {
    try {
      const run = await ask('GET', `/runs/${id}`)
      lastAnswerAt = Date.now()
      if (isTerminal || !isOpen(run)) tell(describeProgress(run))
      else tellTenths(run, tell)
      if (!isOpen(run)) {
        if (isTerminal) say('\n')
        return run
      }
    } catch (error) {
      if (!(error instanceof Away) || Date.now() - lastAnswerAt > patienceMillis) throw error
      tell('the server is away; the run goes on when it is back')
    }
    await pause(everyMillis)
  }
}

/** In a log a line for each tenth is enough. */
function tellTenths(run, tell) {
  const tenths = Math.floor((run.done / run.items) * 10)
  tell(run.status === 'queued' ? describeProgress(run) : `${tenths * 10} % of ${run.items} items`)
}
