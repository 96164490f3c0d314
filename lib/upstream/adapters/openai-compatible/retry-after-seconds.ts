import type { IncomingHttpHeaders } from 'node:http'

const LONGEST_SECONDS = 86_400

/** How long a 429 asks to wait, in whole seconds: `retry-after-ms`, or `retry-after` as seconds or as a date. */
export function retryAfterSeconds(headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const exactMs = positive(headers['retry-after-ms'])
  if (exactMs !== undefined) return bounded(exactMs / 1000)
  const header = headers['retry-after']
  if (header === undefined) return undefined
  const seconds = positive(header)
  if (seconds !== undefined) return bounded(seconds)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : bounded((atMs - nowMs) / 1000)
}

function positive(text: string | string[] | undefined): number | undefined {
  return typeof text === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}

function bounded(seconds: number): number {
  return Math.min(LONGEST_SECONDS, Math.max(0, Math.ceil(seconds)))
}
