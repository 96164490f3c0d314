/** A note that is written into the log: how far down (0 the top, 1 the end), and what it says. */
export type Note = readonly [depth: number, text: string]

const barges = [
  'Heron',
  'Brisk',
  'Old Margaret',
  'Swallow',
  'Tern',
  'Patience',
  'Juniper',
  'Northern Light',
  'Otter',
  'Cygnet',
]
const goods = ['tin', 'wool', 'barley', 'roof tiles', 'salt', 'glass', 'rope', 'cider', 'lamp oil', 'paper']
const clerks = ['Moss', 'Adler', 'Quint', 'Farrow', 'Leigh', 'Bram']
const remarks = [
  'The weather was clear.',
  'It rained until noon.',
  'Nothing else is to be said of it.',
  'The crew was paid in coin.',
  'Two hands were missing.',
  'The tide was late.',
  'A crate was opened and found in order.',
  'The papers were in order.',
]

/**
 * The log of a harbour: that many entries of the same kind, each as unimportant as the others, and the notes among them.
 * The same seed writes the same log.
 */
export function writeLog(seed: string, entries: number, notes: readonly Note[]): string {
  const next = numbersFrom(seed)
  const pick = (all: readonly string[]) => all[Math.floor(next() * all.length)] ?? ''
  const lines = Array.from({ length: entries }, (_, at) => {
    const crates = 2 + Math.floor(next() * 90)
    const pier = 1 + Math.floor(next() * 9)
    return `Entry ${at + 1}. The barge ${pick(barges)} unloaded ${crates} crates of ${pick(goods)} at pier ${pier}; clerk: ${pick(clerks)}. ${pick(remarks)}`
  })
  for (const [depth, text] of [...notes].sort(([a], [b]) => b - a))
    lines.splice(Math.round(depth * entries), 0, text)
  return lines.join('\n')
}

/** Numbers from 0 up to 1 that grow from a text (FNV-1a, then mulberry32). */
function numbersFrom(seed: string): () => number {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
