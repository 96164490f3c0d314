import type { Attempt } from '@/lib/routing/attempt'
import type { ResolvedRoute } from '@/lib/routing/schema'
import { UpstreamError, type UpstreamFault } from '@/lib/upstream/contract/upstream-error'
import type { ImageTaskError } from '../schema'

type Code =
  | 'content_policy_violation'
  | 'invalid_input'
  | 'input_download_failed'
  | 'upstream_error'
  | 'upstream_timeout'
  | 'upstream_rate_limited'
  | 'storage_error'
  | 'execution_expired'
  | 'internal_error'

/** Whose fault it is, in the words of the error envelope, and whether the same request may succeed another time. */
const rules: ReadonlyMap<string, { type: string; retryable: boolean }> = new Map<
  Code,
  { type: string; retryable: boolean }
>([
  ['content_policy_violation', { type: 'invalid_request_error', retryable: false }],
  ['invalid_input', { type: 'invalid_request_error', retryable: false }],
  ['input_download_failed', { type: 'invalid_request_error', retryable: false }],
  ['upstream_error', { type: 'upstream_error', retryable: true }],
  ['upstream_timeout', { type: 'upstream_timeout', retryable: true }],
  ['upstream_rate_limited', { type: 'rate_limit_error', retryable: true }],
  ['storage_error', { type: 'service_unavailable', retryable: true }],
  ['execution_expired', { type: 'service_unavailable', retryable: true }],
  ['internal_error', { type: 'api_error', retryable: true }],
])

const codeByFault: Record<UpstreamFault, { code: Code; message: string }> = {
  rejected: { code: 'invalid_input', message: 'The upstream refused this request.' },
  unsupported: { code: 'invalid_input', message: 'The upstream cannot do what was asked for.' },
  rate_limited: { code: 'upstream_rate_limited', message: 'The upstream takes no more requests for now.' },
  failed: { code: 'upstream_error', message: 'The upstream failed to draw this.' },
  unreachable: { code: 'upstream_error', message: 'The upstream could not be reached.' },
  timeout: { code: 'upstream_timeout', message: 'The upstream took too long.' },
}

type Details = {
  /** Another try gives the same answer. */
  isFinal: boolean
  param?: string | null
  /** Where it happened, for the usage row. */
  route?: ResolvedRoute
  attempts?: readonly Attempt[]
  cause?: unknown
}

/** Why a task has not been drawn; becomes its `error` unless another try mends it. */
export class TaskFault extends Error {
  override readonly name = 'TaskFault'
  readonly isFinal: boolean
  readonly param: string | null
  readonly route: ResolvedRoute | undefined
  readonly attempts: readonly Attempt[]

  constructor(
    /** One of ours, or what an upstream was told to fail with. */
    readonly code: string,
    message: string,
    details: Details,
  ) {
    super(message, { cause: details.cause })
    this.isFinal = details.isFinal
    this.param = details.param ?? null
    this.route = details.route
    this.attempts = details.attempts ?? []
  }

  /** An adapter names a code only where it is sure of what the upstream meant, and then no try changes it. */
  static of(error: unknown, at: Pick<Details, 'route' | 'attempts'>): unknown {
    if (!(error instanceof UpstreamError)) return error
    const { code, message } = codeByFault[error.fault]
    const isFinal = error.code !== undefined || error.fault === 'rejected' || error.fault === 'unsupported'
    return new TaskFault(error.code ?? code, error.hasPublicMessage ? error.message : message, {
      ...at,
      isFinal,
      param: error.param,
      cause: error,
    })
  }

  toWire(): ImageTaskError {
    const { code, message, param } = this
    const { type, retryable } = rules.get(code) ?? { type: 'upstream_error', retryable: false }
    return { code, message, type, param, retryable }
  }
}
