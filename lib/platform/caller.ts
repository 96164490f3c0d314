import { z } from 'zod'
import { AppError } from './errors'
import { mayDo, type Permission, type Role } from './roles'

/** An authenticated caller: a customer, by one of its API keys or by the console session of a person. */
export type Caller = {
  customerId: string
  /** The signed-in person; null when a key calls. */
  userId: string | null
  /** Null for a console session, which may do whatever its customer may. */
  apiKey: CallerKey | null
  isOperator: boolean
  /** The member who is signed in, or whose key it is; absent: the organization's own key, or work of the gateway itself. */
  member?: Member | undefined
  /** The project of its key. */
  project?: Project | undefined
  /** What project, member and organization may spend; absent: no limits. */
  spendLimits?: readonly SpendLimit[] | undefined
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

/** A person's place in the caller's organization. */
export type Member = { id: string; role: Role }

export type Project = {
  id: string
  /** Null: every model. */
  allowedModels: readonly string[] | null
  rateLimitRpm: number | null
  limits: CallLimits | undefined
}

/** Of a project, a member or an organization, besides the limit of the key. */
export type SpendLimit = {
  source: 'project_limit' | 'member_limit' | 'organization_limit'
  /** Of the project, member or organization. */
  id: string
  limitNanos: bigint
  reset: 'daily' | 'weekly' | 'monthly' | null
  /** In which its periods begin. */
  timezone: string
}

type SpendColumns = { id: string; limitNanos: bigint | null; limitReset: string | null; timezone?: string }
const Reset = z.enum(['daily', 'weekly', 'monthly']).nullable()

/** Undefined without limits, so that nothing is done for most callers. */
export function spendLimitsOf(of: {
  customer: SpendColumns
  member?: SpendColumns | null
  project?: SpendColumns | null
}): readonly SpendLimit[] | undefined {
  const limit = (source: SpendLimit['source'], row: SpendColumns | null | undefined): SpendLimit[] => {
    if (row?.limitNanos == null) return []
    const { id, limitNanos, limitReset, timezone = 'UTC' } = row
    return [{ source, id, limitNanos, reset: Reset.parse(limitReset), timezone }]
  }
  const limits = [
    ...limit('project_limit', of.project),
    ...limit('member_limit', of.member),
    ...limit('organization_limit', of.customer),
  ]
  return limits.length === 0 ? undefined : limits
}

/** Whether the caller's role allows something; keys of the organization may do what their scopes allow, but not own it. */
export function isAllowed({ member, apiKey }: Caller, permission: Permission): boolean {
  if (member !== undefined) return mayDo(member.role, permission)
  return apiKey === null || mayDo('admin', permission)
}

/** Why the caller's role does not allow something, if it does not. */
export function lackOf(caller: Caller, permission: Permission): AppError | undefined {
  if (isAllowed(caller, permission)) return undefined
  const message = caller.member
    ? `The role ${caller.member.role} does not allow this (${permission}). Ask an owner or admin of the organization.`
    : 'This requires a person who owns the organization, not a key of the organization.'
  return new AppError('insufficient_role', { message, metadata: { required_permission: permission } })
}

/** Throws `insufficient_role`. */
export function requirePermission(caller: Caller, permission: Permission): void {
  const lack = lackOf(caller, permission)
  if (lack) throw lack
}

/** The member whose own things are all that the caller may see or change; undefined with the permission for everybody's. */
export function ownOnly(caller: Caller, permission: Permission): string | undefined {
  return isAllowed(caller, permission) ? undefined : (caller.member?.id ?? '')
}

/** Whether the caller's key and its project may use a model; else which of them may not. */
export function refusesModel({ apiKey, project }: Caller, modelId: string): 'key' | 'project' | undefined {
  if (apiKey?.allowedModels?.includes(modelId) === false) return 'key'
  return project?.allowedModels?.includes(modelId) === false ? 'project' : undefined
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
  throw personNeeded()
}

export const personNeeded = () =>
  new AppError('insufficient_scope', {
    message: 'This requires a person who is signed in at the console, not an API key.',
  })
