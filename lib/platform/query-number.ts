import { z } from 'zod'

/**
 * A whole number in a query or a link, in plain decimal digits: `1e1`, `0x10` and `+5` are mistakes of whoever wrote them.
 * `fallback`: what it is where it is not given.
 */
export function queryNumber(min: number, max: number, fallback?: number) {
  const message = `must be a whole number from ${min} to ${max}`
  const number = z.int(message).min(min, message).max(max, message)
  return z.preprocess(
    (text) => (typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text),
    fallback === undefined ? number : number.default(fallback),
  )
}
