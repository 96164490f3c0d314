import { AppError } from './errors'

/** Who is calling, once authenticated: a customer, through one of its API keys or through a person's console session. */
export type Caller = {
  customerId: string
  /** The signed-in person; null when a key calls. */
  userId: string | null
  /** The key that calls; null for a console session, which may do whatever its customer may. */
  apiKey: CallerKey | null
  isOperator: boolean
  /** Of the person's sessions the one that calls, where it has a name. */
  sessionId?: string | null
  /** What its requests cost is multiplied by this; left out: by nothing. */
  priceFactor?: number
}

export type CallerKey = {
  id: string
  name: string
  scopes: readonly string[]
  /** Null: every model. */
  allowedModels: readonly string[] | null
  limitNanos: bigint | null
  limitReset: 'daily' | 'weekly' | 'monthly' | null
  rateLimitRpm: number | null
  /** Until when what it asks is kept, milliseconds since 1970; left out: it is not. */
  contentsUntil?: number
  defaultModels: { chat: string | null; image: string | null; video: string | null }
  routing: KeyRouting
}

export type KeyRouting = {
  /** Provider ids, tried in this order before all others. */
  order: readonly string[]
  allowFallbacks: boolean
  sort: 'price' | 'latency' | 'throughput' | null
  /** Model ids to fall back to. */
  models: readonly string[]
}

/** The signed-in person's id. Throws `insufficient_scope` for a key. */
export function requirePerson({ userId }: Caller): string {
  if (userId !== null) return userId
  throw new AppError('insufficient_scope', {
    message: 'Only a person who is signed in at the console may do this, no API key.',
  })
}
