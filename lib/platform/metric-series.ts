/**
 * Series of a metric by the values of its labels. Finding one is a look-up per label: prom-client's own way joins the labels into
 * a text for each value it counts, which for a request cost more than the counting.
 */
export class LabelledSeries<const Names extends readonly string[], Series> {
  readonly all: { labels: Record<Names[number], string>; series: Series }[] = []
  readonly #root = new Place<Series>()

  constructor(
    private readonly labelNames: Names,
    private readonly make: () => Series,
  ) {}

  at(values: LabelValues<Names>): Series {
    let place = this.#root
    for (const value of values) place = place.next(value)
    place.series ??= this.#add(values)
    return place.series
  }

  #add(values: LabelValues<Names>): Series {
    const series = this.make()
    const labels = Object.fromEntries(this.labelNames.map((name, index) => [name, values[index]]))
    this.all.push({ labels: labels as Record<Names[number], string>, series })
    return series
  }
}

/** A text per name, in the order of the names. */
export type LabelValues<Names extends readonly string[]> = { [Index in keyof Names]: string }

class Place<Series> {
  series: Series | undefined
  readonly #next = new Map<string, Place<Series>>()

  next(value: string): Place<Series> {
    const known = this.#next.get(value)
    if (known !== undefined) return known
    const made = new Place<Series>()
    this.#next.set(value, made)
    return made
  }
}

export class Sum {
  #value = 0

  add(value = 1): void {
    this.#value += value
  }

  /** What was added since it was last taken. */
  take(): number {
    const value = this.#value
    this.#value = 0
    return value
  }
}

/** How often a value was at most each bound. */
export class Distribution {
  #sum = 0
  #count = 0
  readonly #counts: number[]

  /** Ascending. */
  constructor(private readonly bounds: readonly number[]) {
    this.#counts = bounds.map(() => 0)
  }

  add(value: number): void {
    this.#sum += value
    this.#count += 1
    const index = this.bounds.findIndex((bound) => value <= bound)
    if (index >= 0) this.#counts[index] = (this.#counts[index] ?? 0) + 1
  }

  /** As Prometheus counts them: `le` is a bound, and each count contains the ones below it. */
  values(): { part: 'bucket' | 'sum' | 'count'; le?: number | '+Inf'; value: number }[] {
    let below = 0
    const buckets = this.bounds.map((le, index) => {
      below += this.#counts[index] ?? 0
      return { part: 'bucket' as const, le, value: below }
    })
    return [
      ...buckets,
      { part: 'bucket', le: '+Inf', value: this.#count },
      { part: 'sum', value: this.#sum },
      { part: 'count', value: this.#count },
    ]
  }
}
