import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import { logger } from './logger'

/**
 * What this process counts and measures for Prometheus. Each feature declares its own next to what it counts. Labels are
 * names from operators or the code: never a customer, a key or a text of a caller's.
 */
const registry = new Registry()
collectDefaultMetrics({ register: registry })

const name = (short: string) => `portico_${short}`

export function counter<Label extends string>(short: string, help: string, labelNames: readonly Label[]) {
  return new Counter<Label>({ name: name(short), help, labelNames, registers: [registry] })
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]

/** For durations in seconds. */
export function histogram<Label extends string>(short: string, help: string, labelNames: readonly Label[]) {
  const settings = { name: name(short), help, labelNames, buckets: SECONDS, registers: [registry] }
  return new Histogram<Label>(settings)
}

export type Measured<Label extends string> = { labels?: Partial<Record<Label, string>>; value: number }

/**
 * Measured on scrape. `shared`: every process would measure the same (database contents), so that only one counts; else
 * they are added up. What cannot be measured just now is left out.
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

/** The names of all metrics that the modules loaded so far declare. */
export function metricNames(): string[] {
  return registry.getMetricsAsArray().map((metric) => metric.name)
}

/** The metrics of all web processes under one primary together, else of this one; in OpenMetrics' format for clients that prefer it. */
export async function readMetrics(accept = ''): Promise<{ contentType: string; body: string }> {
  const contentType = accept.includes('application/openmetrics-text')
    ? Registry.OPENMETRICS_CONTENT_TYPE
    : Registry.PROMETHEUS_CONTENT_TYPE
  const own = await registry.getMetricsAsJSON()
  const all = AggregatorRegistry.aggregate([own, ...(cluster.isWorker ? await askSiblings() : [])])
  all.setContentType(contentType)
  return { contentType, body: await all.metrics() }
}

/** Between web processes of one machine (`WORKERS`), passed on by their primary (server/primary.mjs). */
const Message = z.discriminatedUnion('metrics', [
  z.object({ metrics: z.literal('asked'), id: z.string(), asker: z.number() }),
  z.object({ metrics: z.literal('expect'), id: z.string(), count: z.number() }),
  z.object({ metrics: z.literal('told'), id: z.string(), values: z.array(z.looseObject({})) }),
])

type Question = { expected: number; told: object[][]; end: () => void }
const questions = new Map<string, Question>()

/** Those that do not answer in time are left out. */
const SIBLINGS_MILLIS = 2000

async function askSiblings(): Promise<object[][]> {
  const id = randomUUID()
  const { promise, resolve } = Promise.withResolvers<void>()
  const question = { expected: Number.POSITIVE_INFINITY, told: [], end: resolve }
  questions.set(id, question)
  process.send?.({ metrics: 'ask', id })
  const timer = setTimeout(resolve, SIBLINGS_MILLIS)
  await promise
  clearTimeout(timer)
  questions.delete(id)
  return question.told
}

/** From now on this process answers its siblings, and receives their answers. Called once. */
export function hearSiblings(): void {
  if (!cluster.isWorker) return
  process.on('message', (raw) => {
    const message = Message.safeParse(raw).data
    if (message?.metrics === 'asked') void tell(message)
    else if (message !== undefined) hear(message)
  })
}

async function tell({ id, asker }: { id: string; asker: number }): Promise<void> {
  process.send?.({ metrics: 'told', id, asker, values: await registry.getMetricsAsJSON() })
}

function hear(message: Exclude<z.infer<typeof Message>, { metrics: 'asked' }>): void {
  const question = questions.get(message.id)
  if (question === undefined) return
  if (message.metrics === 'expect') question.expected = message.count
  else question.told.push(message.values)
  if (question.told.length >= question.expected) question.end()
}
