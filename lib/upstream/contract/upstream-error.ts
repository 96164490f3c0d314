/**
 * Why an upstream did not serve a call, in vendor-neutral terms. Adapters throw nothing else.
 *
 * `rejected`     it refused the request (400, 404, 413, 415, 422, a policy): a retry gives the same answer
 * `rate_limited` 429; `retryAfterSeconds` if the upstream sent it
 * `failed`       5xx, our credentials refused, or an invalid answer
 * `unreachable`  no connection
 * `timeout`      connected, but too slow
 * `unsupported`  the upstream lacks the ability; `param` names the field that requested it
 */
export type UpstreamFault = 'rejected' | 'rate_limited' | 'failed' | 'unreachable' | 'timeout' | 'unsupported'

type Details = {
  /** The upstream's message, safe to show: without hosts, credentials or stacks. */
  message?: string | undefined
  /** Our code (`content_policy_violation`, `context_length_exceeded`, …), if the upstream's answer means it. */
  code?: string | undefined
  param?: string | null | undefined
  /** The HTTP status of the upstream's answer, if there was one. */
  status?: number | undefined
  retryAfterSeconds?: number | undefined
  /** The request is the cause: it says nothing about the upstream's health. */
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
  /** Whether `message` is from the upstream and may be shown to the caller. */
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
