import type { z } from 'zod'
import type { KeyScope } from '@/lib/account/api-keys/schema'
import type { AuditAction } from '@/lib/account/organizations/audit-schema'
import type { MarksFormat } from '@/lib/money/budgets/marks'
import type { Caller } from '@/lib/platform/caller'
import { type Env, env } from '@/lib/platform/env'
import type { AppError, ErrorCode } from '@/lib/platform/errors'
import type { JsonSource } from '@/lib/platform/json-source'
import type { Permission } from '@/lib/platform/roles'
import type { Exchange, Reply } from './exchange'

/**
 * A route is a declaration and a use case. `lib/http/run-route` gives every route the same steps; two doors lead to it:
 * the node door of our server, and the web door that `route.ts` exports to hosts that run Next by themselves.
 */
export type RouteDeclaration<
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Params extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType | undefined = z.ZodType | undefined,
> = {
  /** One line for the OpenAPI document. */
  summary: string
  limit: LimitGroup
  /**
   * What the caller's role must allow. Null: nothing, as for a person's own settings. Account routes must say it; the default of
   * routes of models is `work.read` to read, else `models.use`.
   */
  needs?: Permission | null
  /**
   * How the organization's audit log names what the route changes. Null: nothing of the organization, as for a
   * person's own settings. Every account route that changes something has one.
   */
  audit?: Audit
  body?: Body
  /** An accepted body, for the OpenAPI document. */
  example?: Body extends z.ZodType ? z.input<Body> : unknown
  /** What the handler parses itself, for the OpenAPI document. */
  reads?: { query?: z.ZodType; body?: z.ZodType | '*/*'; form?: z.ZodType }
  /** Media types of responses besides JSON. */
  alsoReplies?: readonly (
    | 'text/event-stream'
    | 'text/csv'
    | 'text/plain'
    | 'audio/*'
    | 'application/openmetrics-text'
  )[]
  /** Media types of the file that it serves (`fileReply`): whole, in ranges, or as a 304. */
  file?: readonly string[]
  /** It always redirects (`seeOther`). */
  isRedirect?: boolean
  /** It may redirect (302) instead. */
  mayRedirect?: boolean
  /** The response may say when to poll again (`polled`). */
  isPolled?: boolean
  /** Errors that the use case throws, besides those of the steps before it. Checked in tests (`checkRefusal`). */
  refuses?: readonly ErrorCode[]
  /** Only a person signed in at the console may call it, not a key (`requirePerson`). */
  isForPerson?: boolean
  /** It may be called in the console while the organization is suspended. */
  isOpenWhileSuspended?: true
  /** The signed callback to the URL in `field` of the body. */
  callback?: { field: string; summary: string; event: z.ZodType }
  /** The body is a form (`multipart/form-data`) with the fields of `body`. Names that end in `[]` are lists. */
  isForm?: boolean
  /** A request without a body counts as `{}`. */
  isBodyOptional?: boolean
  query?: Query
  params?: Params
  /** The JSON response; undefined for other kinds (files, redirects). */
  reply?: Answer
  status?: number
  /** Accepts an Idempotency-Key header, as every route that creates something. A function decides per request. */
  idempotent?: boolean | ((body: unknown, query: URLSearchParams) => boolean)
  /** The response contains a secret, so the copy stored for an Idempotency-Key is sealed. */
  holdsSecret?: boolean
  /** It answers with the result of a task that it creates (`answerFromTask`). Only the creation is idempotent. */
  answersFromTask?: boolean
  /** A response header may list parameters that the upstream does not support. */
  mayDropParameters?: boolean
  /** The key may be in the URL, as Google's clients send it (`?key=`). */
  acceptsKeyInQuery?: boolean
  /** Where a body has its end user and tags (`money/budgets/marks`); by default as OpenAI's. */
  marks?: MarksFormat
  /** Requests and responses are stored if the key's owner has enabled that. */
  keepsContents?: boolean
  maxBodyBytes?: number
  /** Called before a body of more than 1 MiB is read. Throws for callers that would be refused in any case. */
  beforeLargeBody?: (caller: Caller) => Promise<void>
  /** The error envelope of the route's protocol; undefined: this client gets ours. */
  refusal?: (
    error: AppError,
    request: Pick<Exchange, 'id' | 'query' | 'headers'>,
  ) => { status: number; body: object } | undefined
  /** A path: `refusal` applies to those below it that have no route, too. */
  refusesBelow?: string
  /** The envelope that `refusal` writes, for the OpenAPI document. */
  refusalReply?: z.ZodType
  /** Of JSON and errors, if it is not `application/json`. */
  mediaType?: 'application/scim+json'
  /** A 204 is possible instead of a body. */
  mayBeEmpty?: boolean
  /** An additional header with the request's id, for clients that look for it there. */
  requestIdHeader?: string
  /** This route once accepted a form. A form gets an error that says how to upload files instead. */
  refusesMultipart?: boolean
  /** Pages of any site may call it and read its responses. It accepts no cookies, so there is nothing to misuse. */
  isCrossOrigin?: boolean
  /** The response is the same for everyone. Caches may keep it this long, then revalidate it. */
  sharedForSeconds?: number
  /** The page (`/explore/providers/[id]`) to which a browser that opens this URL is redirected. */
  page?: string
}

/** Groups of routes that share a rate limit. Each has one bucket per key, user or address. */
export type LimitGroup =
  | 'chat'
  | 'image_create'
  | 'video_create'
  | 'task_read'
  | 'presign'
  | 'portrait'
  | 'account'
  | 'catalog'
  | 'scim'
  | 'sign_up'
  | 'probe'
  | 'object'

const settingOf = {
  chat: 'RATE_LIMIT_CHAT',
  image_create: 'RATE_LIMIT_IMAGE_CREATE',
  video_create: 'RATE_LIMIT_VIDEO_CREATE',
  task_read: 'RATE_LIMIT_TASK_READ',
  presign: 'RATE_LIMIT_PRESIGN',
  portrait: 'RATE_LIMIT_PORTRAIT',
  account: 'RATE_LIMIT_ACCOUNT',
  catalog: 'RATE_LIMIT_CATALOG',
  scim: 'RATE_LIMIT_SCIM',
  sign_up: 'RATE_LIMIT_SIGN_UP',
} as const satisfies Record<Exclude<LimitGroup, 'probe' | 'object'>, keyof Env>

/** Groups without a setting: probes and signed notifications from machines, and files behind unguessable links. */
const fixed = { probe: 6000, object: 6000 } as const

export function perMinuteOf(group: LimitGroup): number {
  return group === 'probe' || group === 'object' ? fixed[group] : env()[settingOf[group]]
}

/** How a route writes errors. */
export type Protocol = Pick<RouteDeclaration, 'refusal' | 'requestIdHeader' | 'mediaType'>

export type Access = 'apiKey' | 'account' | 'operator' | 'scim' | 'public'
/** `ifSet`: only where the body sets that field. */
export type Audit = AuditAction | null | { action: AuditAction; ifSet: string }

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export type HandlerInput<Body, Query, Params> = {
  caller: Caller
  body: Parsed<Body>
  /** The raw body. */
  bytes: Buffer | undefined
  /** JSON as it was received. */
  source: JsonSource | undefined
  query: Parsed<Query>
  params: Parsed<Params>
  exchange: Exchange
  /** For a request with an Idempotency-Key: resolves to whether its response was stored. It is charged only then. */
  answerKept: Promise<boolean> | undefined
}

/** What a handler may return: the wire value, or a whole reply (`replies.ts`) if it sets headers or streams. */
export type HandlerResult<Answer> = (Answer extends z.ZodType ? z.output<Answer> : never) | ReplyValue

/** Marks a reply built by the handler. */
export class ReplyValue {
  constructor(readonly reply: Reply) {}
}

export type Route = {
  access: Access
  declaration: RouteDeclaration
  handle(input: {
    caller: Caller | null
    body: unknown
    bytes: Buffer | undefined
    source: JsonSource | undefined
    query: unknown
    params: unknown
    exchange: Exchange
    answerKept: Promise<boolean> | undefined
  }): Promise<unknown> | unknown
}

/**
 * What `route.ts` exports: callable by Next, with its declaration for the node door and the API document. `Log`, which has no
 * value: whether it may change something of an account.
 */
export type WebRoute<Log = unknown> = ((
  request: Request,
  context: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>) & {
  route: Route
  log?: Log
}

/** What a `route.ts` exports, by method. */
export type RouteModule = {
  readonly [method in 'GET' | 'OPTIONS']?: WebRoute
} & {
  /** An account route without `audit` is not one of these. */
  readonly [method in 'POST' | 'PUT' | 'PATCH' | 'DELETE']?: WebRoute<'audited'>
}

/** The scope that a key needs for a route. */
export function scopeOf({ access }: Pick<Route, 'access'>, method: string): KeyScope {
  if (access === 'apiKey') return 'inference'
  if (access === 'operator') return 'operator'
  return method === 'GET' || method === 'HEAD' ? 'account:read' : 'account:write'
}

/** What the caller's role must allow; null: nothing. */
export function permissionOf({ access, declaration }: Route, method: string): Permission | null {
  if (declaration.needs !== undefined || access !== 'apiKey') return declaration.needs ?? null
  return method === 'GET' || method === 'HEAD' ? 'work.read' : 'models.use'
}

/** Errors that any request may get. */
const everywhere = ['rate_limit_exceeded', 'internal_error', 'service_unavailable'] as const

/**
 * Every code that a route may refuse a request with: those of the steps of `runRoute` that apply to it, and those that its
 * use case throws, by its declaration. The OpenAPI document lists them, and tests fail on any other (`checkRefusal`).
 */
export function refusalsOf(route: Route, method: string): ReadonlySet<ErrorCode> {
  const { declaration, access } = route
  return new Set([
    ...(access === 'public'
      ? []
      : access === 'operator'
        ? operatorRefusals(route)
        : callerRefusals(access, method)),
    ...(permissionOf(route, method) === null ? [] : (['insufficient_role'] as const)),
    ...inputRefusals(declaration),
    ...(declaration.idempotent ? (['invalid_parameter', 'idempotency_key_conflict'] as const) : []),
    ...(declaration.file ? (['range_not_satisfiable'] as const) : []),
    ...(declaration.refuses ?? []),
    ...everywhere,
  ])
}

function callerRefusals(access: Access, method: string): ErrorCode[] {
  if (access === 'scim') return ['invalid_api_key', 'account_suspended']
  const known: ErrorCode[] = [
    'invalid_api_key',
    'insufficient_scope',
    'account_suspended',
    'network_not_allowed',
  ]
  return method === 'GET' ? known : [...known, 'origin_not_allowed']
}

/** Whoever may not call it gets the 404 of an unknown path. */
function operatorRefusals({ declaration }: Route): ErrorCode[] {
  return declaration.params ? ['not_found', 'invalid_parameter'] : ['not_found']
}

/** A body that a handler reads itself is parsed by the handler's rules; only its size is checked here. */
function inputRefusals({ body, query, reads, refusesMultipart, isForm }: Route['declaration']): ErrorCode[] {
  const codes: ErrorCode[] = []
  if (body ?? query ?? reads?.query ?? reads?.form) codes.push('invalid_parameter', 'missing_parameter')
  if (body ?? reads?.body ?? reads?.form) codes.push('payload_too_large')
  if (body ?? (reads?.body !== '*/*' && reads?.body))
    codes.push('request_timeout', 'too_many_bytes', 'overloaded')
  if (body) codes.push('unsupported_media_type', ...(isForm ? [] : (['invalid_json'] as const)))
  if (reads?.form) codes.push('unsupported_media_type')
  if (body && refusesMultipart) codes.push('legacy_multipart_removed')
  return codes
}

/** Errors of a model call before any upstream is called: by the model, the balance, or a limit of tokens. */
export const modelRefusals = [
  'model_not_found',
  'model_not_allowed',
  'insufficient_quota',
  'key_limit_exceeded',
  'budget_exceeded',
  'spend_limit_exceeded',
  'request_exceeds_limit',
] as const satisfies readonly ErrorCode[]

/** Errors of a model call by its upstream, when no fallback is left. */
export const upstreamRefusals = [
  'provider_key_refused',
  'content_policy_violation',
  'context_length_exceeded',
  'upstream_error',
  'upstream_unavailable',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[]

/** Errors by an upload that the request uses. */
export const uploadRefusals = [
  'upload_not_found',
  'upload_missing',
  'upload_expired',
  'upload_already_used',
  'upload_purpose_mismatch',
  'upload_checksum_mismatch',
  'upload_content_mismatch',
  'storage_unavailable',
] as const satisfies readonly ErrorCode[]

const JSON_TYPE = 'application/json'

/** The statuses below 400 that a route answers, each with its media types; none: no body. */
export function successesOf({
  declaration,
}: Pick<Route, 'declaration'>): ReadonlyMap<number, readonly string[]> {
  const { status = 200, reply, alsoReplies = [], file, sharedForSeconds, page } = declaration
  const { mediaType = JSON_TYPE } = declaration
  if (declaration.isRedirect) return new Map([[303, []]])
  const successes = new Map<number, readonly string[]>()
  successes.set(status, file ?? [...(reply ? [mediaType] : []), ...alsoReplies])
  if (file) successes.set(206, file)
  if (file ?? sharedForSeconds !== undefined) successes.set(304, [])
  if (page) successes.set(307, [])
  if (declaration.mayRedirect) successes.set(302, [])
  if (declaration.mayBeEmpty) successes.set(204, [])
  return successes
}
