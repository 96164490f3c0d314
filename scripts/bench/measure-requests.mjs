import { Client } from 'undici'
import { percentile } from './statistics.mjs'

/** Keeps `connections` connections busy, one request at a time on each, for `durationMs`. */
export async function measureRequests({ target, connections, durationMs }) {
  const tally = { answered: 0, refused: 0, latenciesMs: [] }
  const startedAt = performance.now()
  const endsAt = startedAt + durationMs
  await Promise.all(Array.from({ length: connections }, () => runLane(target, endsAt, tally)))
  const seconds = (performance.now() - startedAt) / 1000
  return {
    perSecond: tally.answered / seconds,
    refused: tally.refused,
    p50Ms: percentile(tally.latenciesMs, 0.5),
    p99Ms: percentile(tally.latenciesMs, 0.99),
  }
}

async function runLane(target, endsAt, tally) {
  const client = new Client(target.origin, { pipelining: 1, allowH2: false })
  while (performance.now() < endsAt) await askOnce(client, target, tally)
  await client.destroy()
}

function askOnce(client, { path, headers, body }, tally) {
  return new Promise((resolve) => {
    const sentAt = performance.now()
    let status = 0
    const finish = (isWhole) => {
      if (isWhole && status === 200) tally.answered += 1
      else tally.refused += 1
      tally.latenciesMs.push(performance.now() - sentAt)
      resolve()
    }
    client.dispatch(
      { method: 'POST', path, headers, body },
      {
        onRequestStart() {},
        onResponseStart(_, answered) {
          status = answered
        },
        onResponseData() {},
        onResponseEnd: () => finish(true),
        onResponseError: () => finish(false),
      },
    )
  })
}
