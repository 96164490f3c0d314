import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { env } from './env'

/**
 * Traces by OpenTelemetry, where the standard variables name a collector. Without one nothing of it is loaded, and what is here
 * only asks whether it is on. Next's own spans are not among them: no provider is registered for all.
 */
type Tracing = {
  api: typeof import('@opentelemetry/api')
  parse: typeof import('@opentelemetry/core').parseTraceParent
  tracer: Tracer
  scopes: AsyncLocalStorage<Scope>
  stop(): Promise<void>
}

/** A span that is open, and what begins under it. */
export type Scope = {
  span: Span
  context: Context
  /** Sent to the upstream that is called within it. */
  traceparent: string | undefined
  /** An upstream has answered, and its usage is not known yet: the code that books it ends this span. */
  answering: Scope | undefined
}

let on: Tracing | undefined

export async function startTracing(): Promise<void> {
  if (!isWanted() || on !== undefined) return
  const [
    api,
    { parseTraceParent },
    { defaultResource, envDetector, detectResources, resourceFromAttributes },
    sdk,
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'portico' }))
    .merge(detectResources({ detectors: [envDetector] }))
  const exporter = await makeExporter()
  const provider = new sdk.TracerProvider({
    resource,
    sampler: samplerOf(sdk),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: env().OTEL_BSP_SCHEDULE_DELAY }),
    ],
  })
  on = {
    api,
    parse: parseTraceParent,
    tracer: provider.getTracer('portico'),
    scopes: new AsyncLocalStorage(),
    stop: () => provider.shutdown(),
  }
}

function isWanted(): boolean {
  const settings = env()
  const endpoint = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT
  return (
    endpoint !== undefined &&
    settings.OTEL_SDK_DISABLED === 'false' &&
    settings.OTEL_TRACES_EXPORTER === 'otlp'
  )
}

/** It reads its address, headers and time limits from the standard variables itself. */
async function makeExporter() {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: own, OTEL_EXPORTER_OTLP_PROTOCOL: all } = env()
  const { OTLPTraceExporter } =
    (own ?? all) === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

function samplerOf(sdk: typeof import('@opentelemetry/sdk-trace')) {
  const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio } = env()
  const root = name.endsWith('always_off')
    ? new sdk.AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new sdk.TraceIdRatioBasedSampler(ratio)
      : new sdk.AlwaysOnSampler()
  return name.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root
}

/** Sends what is left. */
export async function stopTracing(): Promise<void> {
  const ended = on
  on = undefined
  await ended?.stop().catch(() => undefined)
}

type Begin = {
  kind?: 'SERVER' | 'CLIENT' | 'CONSUMER'
  attributes?: Attributes
  /** Under this one instead of the present one. */
  parent?: Scope | undefined
  /** Of a client: goes on with its trace. */
  continues?: string | undefined
  /** May be sent on as `traceparent`. */
  isHandedOn?: boolean
}

/** Undefined where traces are off. The caller ends the span. */
export function beginSpan(name: string, begin: Begin = {}): Scope | undefined {
  if (on === undefined) return undefined
  const { api, scopes, tracer } = on
  const { kind, attributes = {}, parent = scopes.getStore(), continues, isHandedOn } = begin
  const remote = continues === undefined ? null : on.parse(continues)
  const before = remote
    ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...remote, isRemote: true })
    : (parent?.context ?? api.ROOT_CONTEXT)
  const span = tracer.startSpan(name, { attributes, kind: api.SpanKind[kind ?? 'INTERNAL'] }, before)
  const { traceId, spanId, traceFlags } = span.spanContext()
  const flags = traceFlags.toString(16).padStart(2, '0')
  const traceparent = isHandedOn ? `00-${traceId}-${spanId}-${flags}` : undefined
  return { span, context: api.trace.setSpan(before, span), traceparent, answering: undefined }
}

/** What is done within it belongs under it, also what it begins and does not wait for. */
export function within<T>(scope: Scope | undefined, work: () => T): T {
  return scope === undefined || on === undefined ? work() : on.scopes.run(scope, work)
}

/** `fault`: a code, never text from outside. Its answering span ends with it. */
export function endSpan(scope: Scope | undefined, attributes: Attributes = {}, fault?: string | null): void {
  if (scope === undefined) return
  const { answering } = scope
  scope.answering = undefined
  endSpan(answering)
  scope.span.setAttributes(attributes)
  if (fault) scope.span.setAttribute('error.type', fault).setStatus({ code: ERROR })
  scope.span.end()
}

/** `SpanStatusCode.ERROR`, which is not there to be read where nothing is loaded. */
const ERROR = 2

/** Does work under a span of its own, which ends with it. */
export function traced<T>(name: string, begin: Begin, work: () => T): T {
  const scope = beginSpan(name, begin)
  if (scope === undefined) return work()
  try {
    const result = within(scope, work)
    if (!(result instanceof Promise)) {
      endSpan(scope)
      return result
    }
    result.then(
      () => endSpan(scope),
      (error: unknown) => endSpan(scope, {}, faultOf(error)),
    )
    return result
  } catch (error) {
    endSpan(scope, {}, faultOf(error))
    throw error
  }
}

/** Its code or its kind. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Undefined where traces are off, and outside of any. */
export function currentScope(): Scope | undefined {
  return on?.scopes.getStore()
}

export function traceIdOf(scope: Scope | undefined = currentScope()): string | undefined {
  return scope?.span.spanContext().traceId
}
