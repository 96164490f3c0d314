/**
 * The measures of a request, by their column in the usage rows, and how far each reaches: `rows` alone, their `exports`,
 * customers' `sums`, or the `traffic` of providers; each level includes the ones before it. A new measure is a line here and a
 * migration that adds its column to those tables and to the functions that fold them (`prisma/sql`). Its price is a line in
 * `price.ts`.
 */
const reaches = {
  prompt_tokens: 'traffic',
  /** Parts of the prompt: read from a cache, written to one, and of the latter those written for an hour. */
  cached_tokens: 'sums',
  cache_write_tokens: 'rows',
  cache_write_hour_tokens: 'rows',
  /** Pictures and sound in the prompt, and the sound that was read from a cache. */
  image_input_tokens: 'rows',
  audio_input_tokens: 'rows',
  cached_audio_tokens: 'rows',
  /** For videos, the tokens that are billed. */
  completion_tokens: 'traffic',
  /** Part of the completion. */
  reasoning_tokens: 'exports',
  images: 'traffic',
  video_millis: 'traffic',
  /** Text to speech: Unicode code points of the input. */
  characters: 'traffic',
  /** Transcriptions: length of the audio. */
  audio_millis: 'traffic',
  /** As counted by the upstream. */
  web_searches: 'exports',
  /** Audio in the completion; part of its tokens. */
  audio_tokens: 'rows',
  /** Pictures in the completion; part of its tokens. */
  image_output_tokens: 'rows',
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

/** The measures that reach this place. */
export function measuresIn<Where extends Place>(place: Where): MeasureIn<Where>[] {
  const wanted: readonly string[] = within[place]
  return Object.entries(reaches).flatMap(([name, far]) =>
    wanted.includes(far) ? [name as MeasureIn<Where>] : [],
  )
}

type Camel<Text> = Text extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Text
/** Counts by their names in code (`promptTokens`): integers, never negative; an absent one is 0. */
export type Counted = Partial<Record<Camel<Measure>, number | undefined>>

/** Each measure's column and its name in code. */
export const measureNames = measuresIn('rows').map(
  (column) =>
    [column, column.replace(/_(.)/g, (_, one: string) => one.toUpperCase()) as keyof Counted] as const,
)

export function countedOf(row: Record<Measure, number>): Counted {
  return Object.fromEntries(measureNames.map(([column, name]) => [name, row[column]]))
}

type OnWire<Name> = Name extends `${infer Of}_millis` ? `${Of}_seconds` : Name
type FigureIn<Where extends Place> = OnWire<MeasureIn<Where>> | 'total_tokens'
type Sums<Where extends Place> = Record<
  MeasureIn<Where> | 'prompt_tokens' | 'completion_tokens',
  number | bigint
>

/** The measures' names on the wire, and their values for a row or a sum: seconds instead of milliseconds, plus `total_tokens`. */
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

/** A record with one value per name. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  makeValue: (name: Name) => Value,
) {
  return Object.fromEntries(names.map((name) => [name, makeValue(name)])) as Record<Name, Value>
}
