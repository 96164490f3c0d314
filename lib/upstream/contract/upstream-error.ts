/**
 * Why an upstream did not serve a call, in vendor-neutral terms. Adapters throw nothing else.
 *
 * `rejected`     it understood the call and refuses it (400, 404, 413, 415, 422, a policy): another try gives the same answer
 * `rate_limited` it answers 429; `retryAfterSeconds` where it said so
 * `failed`       5xx, our credentials refused, or an answer that makes no sense
 * `unreachable`  no connection
 * `timeout`      connected, and too slow
 * `unsupported`  the upstream has no such ability; `param` names the field that requested it
 */
export type UpstreamFault = 'rejected' | 'rate_limited' | 'failed' | 'unreachable' | 'timeout' | 'unsupported'

type Details = {
  /** The upstream's own sentence, safe to show: never a host, a credential or a stack. */
  message?: string | undefined
  /** A code of ours (`content_policy_violation`, `context_length_exceeded`, …) where the upstream's answer says as much. */
  code?: string | undefined
  param?: string | null | undefined
  /** HTTP status of the upstream's answer, where there was one. */
  status?: number | undefined
  retryAfterSeconds?: number | undefined
  /** It depends on the request, and says nothing of the upstream's health. */
  isOfRequest?: boolean
  cause?: unknown
}

export class UpstreamError extends Error {
  readonly fault: UpstreamFault
  readonly code: string | undefined
  readonly param: string | null
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined
  readonly isOfRequest: boolean
  /** True when `message` is the upstream's own and may be shown to the caller. */
  readonly hasPublicMessage: boolean

  constructor(fault: UpstreamFault, details: Details = {}) {
    super(
      details.message ?? `upstream ${fault}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    )
    this.name = 'UpstreamError'
    this.fault = fault
    this.code = details.code
    this.param = details.param ?? null
    this.status = details.status
    this.retryAfterSeconds = details.retryAfterSeconds
    this.isOfRequest = details.isOfRequest ?? false
    this.hasPublicMessage = details.message !== undefined
  }
}
