import { median, percentile } from '../statistics.mjs'
import { findDeepCursor } from './questions.mjs'

/** Asks every question in turn, again and again, so that a busy moment of the machine falls on all of them alike. */
export async function measureAll(product, questions, scene, runs) {
  const known = { ...scene, deepCursor: await findDeepCursor(product, scene) }
  const asked = questions.map((question) => ({ ...question, path: question.path(known), times: [] }))
  for (let run = -2; run < runs; run += 1) {
    for (const { path, times } of asked) {
      const sentAt = performance.now()
      await product.ask(path)
      if (run >= 0) times.push(performance.now() - sentAt) // the first two only warm up
    }
  }
  return asked.map(({ title, aim, times }) => ({
    title,
    aim,
    p50: median(times),
    p90: percentile(times, 0.9),
  }))
}
