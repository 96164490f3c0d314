// The load generator in its own process: takes one job at a time from the benchmark and returns its samples.
import { setTimeout as pause } from 'node:timers/promises'
import { Client, Pool } from 'undici'
import { percentile, sendToParent } from './harness.mjs'

/** Keeps `connections` connections busy, one request at a time on each, for `durationMs`. */
async function measureRequests({ target, connections, durationMs }) {
  const tally = { answered: 0, refused: 0, latenciesMs: [] }
  const startedAt = performance.now()
  const endsAt = startedAt + durationMs
  await Promise.all(Array.from({ length: connections }, () => requestLane(target, endsAt, tally)))
  const seconds = (performance.now() - startedAt) / 1000
  return {
    perSecond: tally.answered / seconds,
    refused: tally.refused,
    p50Ms: percentile(tally.latenciesMs, 0.5),
    p99Ms: percentile(tally.latenciesMs, 0.99),
  }
}

async function requestLane(target, endsAt, tally) {
  const client = new Client(target.origin, { pipelining: 1, allowH2: false })
  while (performance.now() < endsAt) await askOnce(client, target, tally)
  await client.destroy()
}

/** With `keys`, each request uses a random one. */
function askOnce(client, { path, headers: given, keys, body }, tally) {
  const key = keys?.[Math.floor(Math.random() * keys.length)]
  const headers = key ? { ...given, authorization: `Bearer ${key}` } : given
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

/**
 * Keeps `concurrency` streams open, replacing those that end. They begin spread over `rampMs`; only streams and chunks of the following
 * `durationMs` count, so that a thundering herd is not measured.
 */
async function measureStreams({ target, concurrency, rampMs, durationMs }) {
  const pool = new Pool(target.origin, { connections: concurrency, pipelining: 1, allowH2: false })
  const run = {
    isCounting: false,
    isOver: false,
    events: 0,
    broken: 0,
    complete: 0,
    firstMs: [],
    open: new Set(),
  }
  const lanes = Array.from({ length: concurrency }, (_, lane) =>
    pause((lane / concurrency) * rampMs).then(() => streamLane(pool, target, run)),
  )
  await pause(rampMs)
  run.isCounting = true
  const startedAt = performance.now()
  await pause(durationMs)
  const seconds = (performance.now() - startedAt) / 1000
  run.isCounting = false
  run.isOver = true
  for (const controller of run.open) controller.abort(new Error('the measurement is over'))
  await Promise.all(lanes)
  await pool.destroy()
  return {
    eventsPerSecond: run.events / seconds,
    complete: run.complete,
    broken: run.broken,
    firstP50Ms: percentile(run.firstMs, 0.5),
    firstP99Ms: percentile(run.firstMs, 0.99),
  }
}

async function streamLane(pool, target, run) {
  while (!run.isOver) await streamOnce(pool, target, run)
}

function streamOnce(pool, { path, headers, body }, run) {
  return new Promise((resolve) => {
    const sentAt = performance.now()
    const stream = { controller: undefined, status: 0, isFirst: true, tail: '' }
    const finish = (isWhole) => {
      run.open.delete(stream.controller)
      if (!run.isOver)
        run[isWhole && stream.status === 200 && stream.tail.includes('[DONE]') ? 'complete' : 'broken'] += 1
      resolve()
    }
    pool.dispatch(
      { method: 'POST', path, headers, body },
      {
        onRequestStart(controller) {
          stream.controller = controller
          run.open.add(controller)
        },
        onResponseStart(_, status) {
          stream.status = status
        },
        onResponseData: (_, bytes) => take(stream, bytes, sentAt, run),
        onResponseEnd: () => finish(true),
        onResponseError: () => finish(false),
      },
    )
  })
}

function take(stream, bytes, sentAt, run) {
  if (stream.isFirst && run.isCounting && stream.status === 200) run.firstMs.push(performance.now() - sentAt)
  stream.isFirst = false
  stream.tail = bytes.toString('latin1', Math.max(0, bytes.length - 20))
  if (run.isCounting) run.events += eventsIn(bytes)
}

/** Counts events by their ends, because a chunk can contain several or none. */
function eventsIn(bytes) {
  let events = 0
  for (let at = bytes.indexOf('\n\n'); at !== -1; at = bytes.indexOf('\n\n', at + 2)) events += 1
  return events
}

process.on('message', async ({ kind, ...job }) => {
  const measure = kind === 'requests' ? measureRequests : measureStreams
  try {
    process.send({ result: await measure(job) })
  } catch (error) {
    process.send({ error: error.message })
  }
})
sendToParent('ready')
