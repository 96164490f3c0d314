import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { env } from './env'

/**
 * Traces by OpenTelemetry, if its standard variables name a collector. Otherwise its library is not loaded, and the functions
 * here do nothing. Next's own spans are not included, because no global provider is registered.
 */
type Tracing = {
  api: typeof import('@opentelemetry/api')
  parse: typeof import('@opentelemetry/core').parseTraceParent
  tracer: Tracer
  scopes: AsyncLocalStorage<Scope>
  stop(): Promise<void>
}

/** An open span, and the context of spans below it. */
export type Scope = {
  span: Span
  context: Context
  /** Sent to the upstream that is called within the span. */
  traceparent: string | undefined
  /** The span of an upstream that has answered but whose usage is not known yet. The code that books it ends the span. */
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

/** The exporter reads its address, headers and time limits from the standard variables itself. */
async function makeExporter() {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: traces, OTEL_EXPORTER_OTLP_PROTOCOL: all } = env()
  const { OTLPTraceExporter } =
    (traces ?? all) === 'http/json'
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

/** Sends the remaining spans. */
export async function stopTracing(): Promise<void> {
  const ended = on
  on = undefined
  await ended?.stop().catch(() => undefined)
}

type Begin = {
  kind?: 'SERVER' | 'CLIENT' | 'CONSUMER'
  attributes?: Attributes
  /** The parent, instead of the current scope. */
  parent?: Scope | undefined
  /** A client's `traceparent`, whose trace is continued. */
  continues?: string | undefined
  /** The span may be sent to an upstream as `traceparent`. */
  isHandedOn?: boolean
}

/** Undefined if tracing is off. The caller ends the span. */
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

/** Spans that `work` begins are below `scope`, also those of work that it does not wait for. */
export function within<T>(scope: Scope | undefined, work: () => T): T {
  return scope === undefined || on === undefined ? work() : on.scopes.run(scope, work)
}

/** `fault`: a code, never text from outside. Also ends the `answering` span. */
export function endSpan(scope: Scope | undefined, attributes: Attributes = {}, fault?: string | null): void {
  if (scope === undefined) return
  const { answering } = scope
  scope.answering = undefined
  endSpan(answering)
  scope.span.setAttributes(attributes)
  if (fault) scope.span.setAttribute('error.type', fault).setStatus({ code: ERROR })
  scope.span.end()
}

/** `SpanStatusCode.ERROR`, without loading the library. */
const ERROR = 2

/** Runs work in a new span, which ends with it. */
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

/** The code of an error, or its name. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Undefined if tracing is off, and outside of any span. */
export function currentScope(): Scope | undefined {
  return on?.scopes.getStore()
}

export function traceIdOf(scope: Scope | undefined = currentScope()): string | undefined {
  return scope?.span.spanContext().traceId
}
