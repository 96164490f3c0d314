const LONGEST_MS = 600_000

/** `500ms`, `2s`, `0.5s`, or a bare number of milliseconds; ten minutes at most. Undefined when it is none of these. */
export function readDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(ms|s)?$/i.exec(text.trim())
  if (match === null) return undefined
  const millis = Number(match[1]) * (match[2]?.toLowerCase() === 's' ? 1000 : 1)
  return Math.min(millis, LONGEST_MS)
}
