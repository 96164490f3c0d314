import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import { logger } from './logger'
import { Distribution, LabelledSeries, type LabelValues, Sum } from './metric-series'

/**
 * The metrics of this process for Prometheus. Each feature declares its metrics in its own code. Labels are names from
 * operators or the code, never a customer, a key or text from a caller.
 */
const registry = new Registry()
// Its default of 10 ms wakes a process at rest a hundred times a second. The measured lag includes the interval.
collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })

const name = (short: string) => `portico_${short}`

/**
 * `at(…)` is the sum with these label values, in the order of the names: `answered.at(route, status).add()`. Callers may keep it.
 * Prometheus reads the sums when it scrapes. For requests; elsewhere `inc` does the same.
 */
class SeriesCounter<const Names extends readonly string[]> extends Counter<Names[number]> {
  readonly #sums: LabelledSeries<Names, Sum>

  constructor(short: string, help: string, labelNames: Names) {
    super({ name: name(short), help, labelNames, registers: [registry] })
    this.#sums = new LabelledSeries(labelNames, () => new Sum())
  }

  at(...values: LabelValues<Names>): Sum {
    return this.#sums.at(values)
  }

  override get() {
    for (const { labels, series } of this.#sums.all) this.inc(labels, series.take())
    return super.get()
  }
}

export function counter<const Names extends readonly string[]>(
  short: string,
  help: string,
  labelNames: Names,
) {
  return new SeriesCounter(short, help, labelNames)
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]

/** `at(…)` as for counters: `seconds.at(route).add(0.2)`. A histogram is filled either by `at` or by `observe`. */
class SeriesHistogram<const Names extends readonly string[]> extends Histogram<string> {
  readonly #short: string
  readonly #distributions: LabelledSeries<Names, Distribution>

  constructor(short: string, help: string, labelNames: Names) {
    super({ name: name(short), help, labelNames, buckets: SECONDS, registers: [registry] })
    this.#short = short
    this.#distributions = new LabelledSeries(labelNames, () => new Distribution(SECONDS))
  }

  at(...values: LabelValues<Names>): Distribution {
    return this.#distributions.at(values)
  }

  override async get() {
    const own = this.#distributions.all.flatMap(({ labels, series }) =>
      series.values().map(({ part, le, value }) => ({
        metricName: `${name(this.#short)}_${part}`,
        labels: le === undefined ? labels : { le, ...labels },
        value,
      })),
    )
    const observed = await super.get()
    return { ...observed, values: own.length === 0 ? observed.values : own }
  }
}

/** For durations in seconds. */
export function histogram<const Names extends readonly string[]>(
  short: string,
  help: string,
  labelNames: Names,
) {
  return new SeriesHistogram(short, help, labelNames)
}

export type Measured<Label extends string> = { labels?: Partial<Record<Label, string>>; value: number }

/**
 * Measured on scrape. `shared`: all processes measure the same (database contents), so only one counts; otherwise they are
 * added up. A measurement that fails is left out.
 */
export function gauge<Label extends string>(
  short: string,
  help: string,
  labelNames: readonly Label[],
  measure: () => Promise<Measured<Label>[]> | Measured<Label>[],
  { shared = false } = {},
): void {
  const collect = async (made: Gauge<Label>) => {
    const values = await (async () => measure())().catch((error: unknown) => {
      logger.warn({ metric: short, err: String(error) }, 'a metric could not be measured')
      return []
    })
    made.reset()
    for (const { labels = {}, value } of values) made.set(labels, value)
  }
  new Gauge<Label>({
    name: name(short),
    help,
    labelNames,
    aggregator: shared ? 'max' : 'sum',
    registers: [registry],
    collect() {
      return collect(this)
    },
  })
}

/** The names of all metrics declared by the modules loaded so far. */
export function metricNames(): string[] {
  return registry.getMetricsAsArray().map((metric) => metric.name)
}

/** The metrics of all web processes of one primary together, else of this process; in OpenMetrics format if `accept` prefers it. */
export async function readMetrics(accept = ''): Promise<{ contentType: string; body: string }> {
  const contentType = accept.includes('application/openmetrics-text')
    ? Registry.OPENMETRICS_CONTENT_TYPE
    : Registry.PROMETHEUS_CONTENT_TYPE
  const own = await registry.getMetricsAsJSON()
  const each: object[][] = [own, ...(cluster.isWorker ? await askSiblings() : [])]
  const isOpen = contentType === Registry.OPENMETRICS_CONTENT_TYPE
  const all = AggregatorRegistry.aggregate(isOpen ? each.map((metrics) => metrics.map(withoutTotal)) : each)
  all.setContentType(contentType)
  return { contentType, body: await all.metrics() }
}

/** OpenMetrics names a counter without `_total`, which its values then get. */
function withoutTotal(metric: object): object {
  const isCounter = 'type' in metric && metric.type === 'counter'
  return isCounter && 'name' in metric
    ? { ...metric, name: String(metric.name).replace(/_total$/, '') }
    : metric
}

/** Messages between the web processes of one machine (`WORKERS`), relayed by their primary (server/primary.mjs). */
const Message = z.discriminatedUnion('metrics', [
  z.object({ metrics: z.literal('asked'), id: z.string(), asker: z.number() }),
  z.object({ metrics: z.literal('expect'), id: z.string(), count: z.number() }),
  z.object({ metrics: z.literal('answer'), id: z.string(), values: z.array(z.looseObject({})) }),
])

type Question = { expected: number; answers: object[][]; end: () => void }
const questions = new Map<string, Question>()

/** Processes that do not answer in time are left out. */
const SIBLINGS_MILLIS = 2000

async function askSiblings(): Promise<object[][]> {
  const id = randomUUID()
  const { promise, resolve } = Promise.withResolvers<void>()
  const question = { expected: Number.POSITIVE_INFINITY, answers: [], end: resolve }
  questions.set(id, question)
  process.send?.({ metrics: 'ask', id })
  const timer = setTimeout(resolve, SIBLINGS_MILLIS)
  await promise
  clearTimeout(timer)
  questions.delete(id)
  return question.answers
}

/** Makes this process answer its siblings and receive their answers. Called once. */
export function hearSiblings(): void {
  if (!cluster.isWorker) return
  process.on('message', (raw) => {
    const message = Message.safeParse(raw).data
    if (message?.metrics === 'asked') void answer(message)
    else if (message !== undefined) receive(message)
  })
}

async function answer({ id, asker }: { id: string; asker: number }): Promise<void> {
  process.send?.({ metrics: 'answer', id, asker, values: await registry.getMetricsAsJSON() })
}

function receive(message: Exclude<z.infer<typeof Message>, { metrics: 'asked' }>): void {
  const question = questions.get(message.id)
  if (question === undefined) return
  if (message.metrics === 'expect') question.expected = message.count
  else question.answers.push(message.values)
  if (question.answers.length >= question.expected) question.end()
}
