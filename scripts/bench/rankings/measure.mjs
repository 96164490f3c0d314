import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../statistics.mjs'

/** After so long nothing that was counted is given out any more. */
const FORGOTTEN_MS = 61_000
const CACHED_RUNS = 25

const rankings = ['all', 'charts'].flatMap((part) =>
  ['7d', '30d', '90d'].map((window) => `/rankings/${part}?window=${window}`),
)
const stats = ['1h', '24h', '7d', '30d'].map((window) => `/providers/sandbox/stats?window=${window}`)
const PATHS = [...rankings, '/providers', '/providers/sandbox', ...stats]

/** Every address once after its figures were forgotten, then again and again while they are kept. */
export async function measureAll(product, rounds, say) {
  const asked = PATHS.map((path) => ({ path, cold: [], cached: [] }))
  for (let round = 0; round < rounds; round += 1) {
    await sleep(FORGOTTEN_MS)
    for (const { path, cold, cached } of asked) {
      cold.push(await timeOf(product, path))
      for (let run = 0; run < CACHED_RUNS; run += 1) cached.push(await timeOf(product, path))
    }
    say(`round ${round + 1} of ${rounds}`)
  }
  return asked.map(({ path, cold, cached }) => ({
    path,
    cold: median(cold),
    slowest: Math.max(...cold),
    cached: median(cached),
  }))
}

async function timeOf(product, path) {
  const sentAt = performance.now()
  await product.ask(path)
  return performance.now() - sentAt
}
