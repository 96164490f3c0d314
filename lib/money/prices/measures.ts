/**
 * What is counted of a request, by its column in the usage rows, and how far it reaches: into the rows alone, into what is
 * exported of them, into the sums that customers see, into those of what providers did; each with all before it. A new measure
 * is a line here and a migration: its column in those tables, and in the functions that fold them (`prisma/sql`). What it costs
 * is a line in `price.ts`.
 */
const reaches = {
  prompt_tokens: 'traffic',
  /** Of the prompt: read from a cache; written to one; of the latter, for an hour. */
  cached_tokens: 'sums',
  cache_write_tokens: 'rows',
  cache_write_hour_tokens: 'rows',
  /** Of a video: the tokens that its price counts. */
  completion_tokens: 'traffic',
  /** Of the completion. */
  reasoning_tokens: 'exports',
  images: 'traffic',
  video_millis: 'traffic',
  /** Of a text that was read aloud: Unicode code points. */
  characters: 'traffic',
  /** Of sound that was written down. */
  audio_millis: 'traffic',
  /** Of the web, as far as the upstream counts them. */
  web_searches: 'exports',
  /** Of the completion: sound. */
  audio_tokens: 'rows',
} as const
const within = {
  rows: ['rows', 'exports', 'sums', 'traffic'],
  exports: ['exports', 'sums', 'traffic'],
  sums: ['sums', 'traffic'],
  traffic: ['traffic'],
} as const

type Place = keyof typeof within
export type Measure = keyof typeof reaches
export type MeasureIn<Where extends Place> = {
  [Name in Measure]: (typeof reaches)[Name] extends (typeof within)[Where][number] ? Name : never
}[Measure]

/** The measures that reach that far. */
export function measuresIn<Where extends Place>(place: Where): MeasureIn<Where>[] {
  const wanted: readonly string[] = within[place]
  return Object.entries(reaches).flatMap(([name, far]) =>
    wanted.includes(far) ? [name as MeasureIn<Where>] : [],
  )
}

type Camel<Text> = Text extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Text
/** What was counted, as code calls it (`promptTokens`): whole numbers, never negative; what is left out is none. */
export type Counted = Partial<Record<Camel<Measure>, number | undefined>>

/** Each measure's column, and what code calls it. */
export const measureNames = measuresIn('rows').map(
  (column) =>
    [column, column.replace(/_(.)/g, (_, one: string) => one.toUpperCase()) as keyof Counted] as const,
)

export function countedOf(row: Record<Measure, number>): Counted {
  return Object.fromEntries(measureNames.map(([column, name]) => [name, row[column]]))
}

type OnWire<Name> = Name extends `${infer Of}_millis` ? `${Of}_seconds` : Name
export type FigureIn<Where extends Place> = OnWire<MeasureIn<Where>> | 'total_tokens'
type Sums<Where extends Place> = Record<
  MeasureIn<Where> | 'prompt_tokens' | 'completion_tokens',
  number | bigint
>

/** What the wire calls them, and says of a row or a sum: seconds for thousandths, and beside tokens their sum. */
export function figuresIn<Where extends Place>(place: Where) {
  return measuresIn(place).flatMap((name): [FigureIn<Where>, (row: Sums<Where>) => number][] => {
    const isTime = name.endsWith('_millis')
    const wireName = name.replace(/_millis$/, '_seconds') as FigureIn<Where>
    const figure = (row: Sums<Where>) => Number(row[name]) / (isTime ? 1000 : 1)
    const total = (row: Sums<Where>) => Number(row.prompt_tokens) + Number(row.completion_tokens)
    return name === 'completion_tokens'
      ? [
          [wireName, figure],
          ['total_tokens', total],
        ]
      : [[wireName, figure]]
  })
}

export function toFigures<Where extends Place>(place: Where, row: Sums<Where>) {
  return Object.fromEntries(figuresIn(place).map(([name, of]) => [name, of(row)])) as Record<
    FigureIn<Where>,
    number
  >
}

/** A record with a value for each name. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  makeValue: (name: Name) => Value,
) {
  return Object.fromEntries(names.map((name) => [name, makeValue(name)])) as Record<Name, Value>
}
