import { once } from 'node:events'
import { targetOf } from './plan.mjs'
import { residentMegabytes } from './resident-megabytes.mjs'

/** Runs a job in the load generator. */
async function ask(load, job) {
  load.send(job)
  const [{ result, error }] = await once(load, 'message')
  if (error) throw new Error(error)
  return result
}

async function measure(load, contender, { id, job, request }) {
  const peak = { megabytes: 0 }
  const look = () => {
    if (contender.pid) peak.megabytes = Math.max(peak.megabytes, residentMegabytes(contender.pid))
  }
  const watch = setInterval(look, 500)
  const sample = await ask(load, { ...job, target: targetOf(contender, request) })
  look()
  clearInterval(watch)
  return { contender: contender.id, scenario: id, peakMegabytes: peak.megabytes, ...sample }
}

/** Nobody is measured cold: every contender runs in both manners until its code is compiled, which takes thousands of requests. */
export async function warmUp(load, contenders, scenarios) {
  const busy = scenarios.filter(({ id }) => ['requests-64', 'requests-16', 'streams-50'].includes(id))
  for (const contender of contenders) {
    for (const scenario of [...busy, ...busy]) await measure(load, contender, scenario)
  }
}

/**
 * Interleaved: in every round each scenario is run by all contenders one right after the other, and each round begins
 * with another one, so that what the machine does meanwhile meets them all alike.
 */
export async function runRounds(load, contenders, scenarios, rounds, onSample) {
  const samples = []
  for (let round = 0; round < rounds; round += 1) {
    const order = contenders.map((_, at) => contenders[(at + round) % contenders.length])
    for (const scenario of scenarios.filter(({ isOnce }) => !isOnce || round === rounds - 1)) {
      for (const contender of order) {
        const sample = { round, ...(await measure(load, contender, scenario)) }
        samples.push(sample)
        onSample(sample)
      }
    }
  }
  return samples
}
