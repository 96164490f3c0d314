import { describeFailure } from '@/lib/platform/errors'
import type { Attempt } from '@/lib/routing/try-routes'
import { failureOf } from '@/lib/routing/upstream-fault'
import type { ResolvedRoute } from '@/lib/routing/schema'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { ImageTaskError } from '../schema'

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

  static of(error: unknown, at: Pick<Details, 'route' | 'attempts'>): unknown {
    if (!(error instanceof UpstreamError)) return error
    const { code, message, param, isFinal } = failureOf(error)
    return new TaskFault(code, message, { ...at, isFinal, param, cause: error })
  }

  toWire(): ImageTaskError {
    const { code, message, param } = this
    const { type, retryable } = describeFailure(code)
    return { code, message, type, param, retryable }
  }
}
