import { AppError } from './errors'

/** An authenticated caller: a customer, by one of its API keys or by the console session of a person. */
export type Caller = {
  customerId: string
  /** The signed-in person; null when a key calls. */
  userId: string | null
  /** Null for a console session, which may do whatever its customer may. */
  apiKey: CallerKey | null
  isOperator: boolean
  /** The console session, if it has an id. */
  sessionId?: string | null
  /** The customer's limits, if it has any. */
  limits?: CallLimits | undefined
  /** A factor on the price of its requests; 1 by default. */
  priceFactor?: number
  /** Runs a line of a batch, which costs the batch price and does not count against limits of tokens and of requests at once. */
  isBatch?: true
  /** Whom and what its requests are for; absent where nobody says so. */
  marks?: Marks | undefined
}

/** The end user and the tags of a request, which stand in its usage. */
export type Marks = {
  endUser?: string | undefined
  tags?: Readonly<Record<string, string>> | undefined
  /** The budgets that it counts against. */
  budgets?: readonly BudgetLimit[] | undefined
}

/** A budget's limit on one end user or tag, as the ledger holds against it. */
export type BudgetLimit = {
  /** Of the row that counts what was spent. */
  id: string
  budget_id: string
  /** The end user or tag, where the budget is for each; else null. */
  value: string | null
  /** Nano-USD, as text. */
  limit: string
  /** Start and end of the period, as ISO 8601; null: it never resets. */
  period: string | null
  until: string | null
  /** How many rows the budgets of a customer may have. */
  most: number
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
  /** Of its requests, unless they have tags of the same name. */
  tags?: Readonly<Record<string, string>>
  /** Its other limits, if it has any. */
  limits?: CallLimits | undefined
  /** Contents of its requests are stored until then, in milliseconds since 1970; undefined: they are not stored. */
  contentsUntil?: number
  defaultModels: { chat: string | null; image: string | null; video: string | null }
  routing: KeyRouting
}

/** Tokens per minute, and requests at once; null: no limit. */
export type CallLimits = { tokens: number | null; concurrency: number | null }

export type LimitColumns = { rateLimitTpm?: number | null; maxConcurrency?: number | null }

/** Undefined without limits, so that nothing is done for most callers. */
export function callLimitsOf({ rateLimitTpm, maxConcurrency }: LimitColumns): CallLimits | undefined {
  if (rateLimitTpm == null && maxConcurrency == null) return undefined
  return { tokens: rateLimitTpm ?? null, concurrency: maxConcurrency ?? null }
}

export type KeyRouting = {
  /** Provider ids, tried in this order before all others. */
  order: readonly string[]
  allowFallbacks: boolean
  sort: 'price' | 'latency' | 'throughput' | null
  /** Model ids to fall back to. */
  models: readonly string[]
  /** Only if it has any. */
  dataRules?: DataRules
}

/** Which providers may receive prompts: `zdr`, only those that state that they store nothing; `deny`, that they do not train. */
export type DataRules = {
  readonly zdr?: boolean | null | undefined
  readonly data_collection?: 'allow' | 'deny' | null | undefined
}

/** The signed-in person's id. Throws `insufficient_scope` for a key. */
export function requirePerson({ userId }: Caller): string {
  if (userId !== null) return userId
  throw new AppError('insufficient_scope', {
    message: 'This requires a person who is signed in at the console, not an API key.',
  })
}
