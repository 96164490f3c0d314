/** The text up to the first of the stop sequences. */
export function cutAtStop(text: string, stop: string | readonly string[] | null | undefined): string {
  const sequences = typeof stop === 'string' ? [stop] : (stop ?? [])
  const ends = sequences.filter((sequence) => sequence !== '').map((sequence) => text.indexOf(sequence))
  return text.slice(0, Math.min(text.length, ...ends.filter((end) => end >= 0)))
}
