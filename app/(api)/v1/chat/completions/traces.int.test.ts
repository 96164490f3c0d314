import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { flushLedger } from '@/lib/money/ledger/ledger'
import { env } from '@/lib/platform/env'
import { listen } from '@/lib/platform/testing/listen'
import { startTracing, stopTracing, traceIdOf } from '@/lib/platform/tracing'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { answer, ask, openChat, path, wholeStream } from './testing'

const Value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }).loose()
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              attributes: z.array(z.object({ key: z.string(), value: Value })),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Span = z.infer<typeof Export>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

/** A collector that keeps what it receives. */
const spans: Span[] = []
const collector: RequestListener = async (request, response) => {
  const { resourceSpans } = Export.parse(JSON.parse(await text(request)))
  for (const { scopeSpans } of resourceSpans) for (const one of scopeSpans) spans.push(...one.spans)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
}
const { door, first, reset, close } = await openChat()
afterAll(close)

beforeEach(() => {
  spans.length = 0
  reset(answer)
})

async function tracing(settings: object = {}): Promise<void> {
  const endpoint = await listen(collector)
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint // the exporter reads it itself
  const otlp = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }
  Object.assign(env(), otlp, settings)
  await startTracing()
}

/** All spans, each with the name of its parent. */
async function readTree(): Promise<string[]> {
  await flushLedger()
  await stopTracing()
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]))
  return spans
    .map(({ name, parentSpanId = '' }) => `${name} < ${names.get(parentSpanId) ?? parentSpanId}`)
    .sort()
}

const attributesOf = (name: string) =>
  Object.fromEntries(
    spans
      .filter((span) => span.name === name)
      .flatMap(({ attributes }) => attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  )

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const caller = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${caller}-01`

it.each([
  ['whole', false],
  ['streamed', true],
])('a chat is one tree under its client’s trace: %s', async (_kind, stream) => {
  if (stream) first.answer(answerWith.events(...wholeStream))
  await tracing({ TRACE_PROVIDERS: 'first' })
  const { key, rows } = await newCustomer()
  const response = await door('POST', path, post(key, ask({ stream }), { traceparent }))
  await response.text()
  await expect.poll(async () => (await rows()).length).toBe(1)
  const root = `POST ${path}`
  expect(await readTree()).toEqual(
    [
      `${root} < ${caller}`,
      ...['route', 'hold', 'chat acme/alone', 'settle'].map((name) => `${name} < ${root}`),
    ].sort(),
  )
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
  expect(attributesOf('chat acme/alone')).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'first',
    'gen_ai.request.model': 'alone',
    'gen_ai.usage.input_tokens': 10,
    'gen_ai.usage.output_tokens': 4,
  })
  expect((await rows())[0]?.trace_id).toBe(traceId)
  const { spanId } = spans.find(({ name }) => name === 'chat acme/alone') ?? {}
  expect(first.requests[0]?.headers.traceparent).toBe(`00-${traceId}-${spanId}-01`)
})

it('records the code of a fault, and passes the trace only to providers that are listed', async () => {
  first.answer(answerWith.json(500, { error: { message: 'what the upstream says' } }))
  await tracing({ TRACE_PROVIDERS: '' })
  const { key } = await newCustomer()
  await door('POST', path, post(key, ask(), { traceparent }))
  await readTree()
  expect(attributesOf('chat acme/alone')['error.type']).toBe('failed')
  expect(attributesOf(`POST ${path}`)).toMatchObject({
    'http.response.status_code': 502,
    'error.type': 'upstream_error',
  })
  expect(JSON.stringify(spans)).not.toContain('what the upstream says')
  expect(first.requests[0]?.headers.traceparent).toBeUndefined()
})

it('without a collector nothing is traced', async () => {
  Object.assign(env(), { OTEL_EXPORTER_OTLP_ENDPOINT: undefined })
  await startTracing()
  const { key, rows } = await newCustomer()
  await door('POST', path, post(key, ask(), { traceparent }))
  expect((await rows())[0]?.trace_id).toBeNull()
  expect(traceIdOf()).toBeUndefined()
  expect(spans).toEqual([])
})
