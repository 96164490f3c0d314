export type SeriesTone = 1 | 2 | 3 | 4 | 5 | 'rest'

/** As many series as can be told apart at a glance; what is more goes together as the rest. */
export const SERIES_TONES: readonly SeriesTone[] = [1, 2, 3, 4, 5]

/** The colour as SVG takes it. */
export function toneColor(tone: SeriesTone): string {
  return `var(--series-${tone})`
}

/** The background class of the same colour. */
export const toneClass: Record<SeriesTone, string> = {
  1: 'bg-series-1',
  2: 'bg-series-2',
  3: 'bg-series-3',
  4: 'bg-series-4',
  5: 'bg-series-5',
  rest: 'bg-series-rest',
}
