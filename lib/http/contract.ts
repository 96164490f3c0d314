import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { type Env, env } from '@/lib/platform/env'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
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
  body?: Body
  /** An accepted body, for the OpenAPI document. */
  example?: Body extends z.ZodType ? z.input<Body> : unknown
  /** What the handler parses itself, for the OpenAPI document. A body that it also reads itself is a media type, or a form. */
  reads?: { query?: z.ZodType; body?: z.ZodType | '*/*'; form?: z.ZodType }
  /** Media types that it may answer besides JSON. */
  alsoReplies?: readonly (
    | 'text/event-stream'
    | 'text/csv'
    | 'text/plain'
    | 'audio/*'
    | 'application/openmetrics-text'
  )[]
  /** Media types of the file that it answers (`fileReply`): whole, in ranges, or not at all to a client that has it cached. */
  file?: readonly string[]
  /** It answers no body, only a redirect (`seeOther`). */
  isRedirect?: boolean
  /** It may answer a redirect (302) instead. */
  mayRedirect?: boolean
  /** What it reads may still be changing: the response says when to ask again (`polled`). */
  isPolled?: boolean
  /** Errors that the use case throws; those of the steps before it are known. Tests hold the route to it. */
  refuses?: readonly ErrorCode[]
  /** Only the person at the console may call it, no key (`requirePerson`). */
  isForPerson?: boolean
  /** What is sent, signed, to the URL in a field of the body. */
  callback?: { field: string; summary: string; event: z.ZodType }
  /** The body is a form (`multipart/form-data`): `body` has its fields, of which those whose names end in `[]` are lists. */
  isForm?: boolean
  /** A request without a body counts as `{}`. */
  isBodyOptional?: boolean
  query?: Query
  params?: Params
  /** The response in JSON; undefined for handlers with another kind (files, redirects). */
  reply?: Answer
  status?: number
  /** Accepts an Idempotency-Key header: every route that creates something does. A function decides per request. */
  idempotent?: boolean | ((body: unknown, query: URLSearchParams) => boolean)
  /** Its response contains a secret: the copy kept for such a header is sealed. */
  holdsSecret?: boolean
  /** It answers with the result of a task that it creates (`answerFromTask`): the creation is idempotent by itself. */
  answersFromTask?: boolean
  /** Its answer's headers say which parameters the upstream does not know. */
  mayDropParameters?: boolean
  /** Requests and responses are kept where the key's owner has enabled that. */
  keepsContents?: boolean
  maxBodyBytes?: number
  /** Called before a body of more than a megabyte is read: throws for callers that would be refused in any case. */
  beforeLargeBody?: (caller: Caller) => Promise<void>
  /** How errors are written where a protocol has its own envelope; undefined: this client does not speak it. */
  refusal?: (
    error: AppError,
    request: Pick<Exchange, 'id' | 'query' | 'headers'>,
  ) => { status: number; body: object } | undefined
  /** The same envelope applies at all paths below it. */
  isRefusalBelow?: boolean
  /** The envelope that `refusal` writes, for the OpenAPI document. */
  refusalReply?: z.ZodType
  /** An additional header with the request's id, for clients that look for it there. */
  requestIdHeader?: string
  /** This route once accepted a form: one that still arrives gets an error saying where to send it instead. */
  refusesMultipart?: boolean
  /** Pages of any other site may call it and read its responses. It accepts no cookies, so there is nothing of ours to misuse. */
  isCrossOrigin?: boolean
  /** The response is the same for everybody: it may be cached for this long, and revalidated later. */
  sharedForSeconds?: number
  /** The page (`/explore/providers/[id]`) to which a browser that opens this address is redirected. */
  page?: string
}

/** Requests a minute, by group. Each group has its own bucket per key, user or address. */
export type LimitGroup =
  | 'chat'
  | 'image_create'
  | 'video_create'
  | 'task_read'
  | 'presign'
  | 'portrait'
  | 'account'
  | 'catalog'
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
  sign_up: 'RATE_LIMIT_SIGN_UP',
} as const satisfies Record<Exclude<LimitGroup, 'probe' | 'object'>, keyof Env>

/** Groups without a setting in the contract: probes and signed machine notifications, and bytes behind unguessable links. */
const fixed = { probe: 6000, object: 6000 } as const

export function perMinuteOf(group: LimitGroup): number {
  return group === 'probe' || group === 'object' ? fixed[group] : env()[settingOf[group]]
}
/** How a route writes errors. */
export type Protocol = Pick<RouteDeclaration, 'refusal' | 'requestIdHeader'>

export type Access = 'apiKey' | 'account' | 'operator' | 'public'

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export type HandlerInput<Body, Query, Params> = {
  caller: Caller
  body: Parsed<Body>
  /** The raw body. */
  bytes: Buffer | undefined
  query: Parsed<Query>
  params: Parsed<Params>
  exchange: Exchange
  /** For a request with an Idempotency-Key: whether its response was stored. Only then is it charged. */
  answerKept: Promise<boolean> | undefined
}

/** What a handler may return: the wire value, or a whole reply (`reply(…)`) where it sets headers or streams. */
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
    query: unknown
    params: unknown
    exchange: Exchange
    answerKept: Promise<boolean> | undefined
  }): Promise<unknown> | unknown
}

/** What `route.ts` exports: callable by Next, and carrying its declaration for the node door and the API document. */
export type WebRoute = ((
  request: Request,
  context: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>) & {
  route: Route
}

/** What a `route.ts` exports, by method. */
export type RouteModule = {
  readonly [method in 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS']?: WebRoute
}

/** The scope a key needs to call a route. */
export function scopeOf(
  { access }: Pick<Route, 'access'>,
  method: string,
): 'inference' | 'account:read' | 'account:write' {
  if (access === 'apiKey') return 'inference'
  return method === 'GET' || method === 'HEAD' ? 'account:read' : 'account:write'
}

/** Errors that any request may get. */
const everywhere = ['rate_limit_exceeded', 'internal_error', 'service_unavailable'] as const

/**
 * Every code that a route may refuse a request with: those of the steps of `runRoute` that apply to the route, and those
 * that its declaration says its use case throws. The API's description is made of them, and tests hold the routes to them
 * (`checkRefusal`).
 */
export function refusalsOf(route: Route, method: string): ReadonlySet<ErrorCode> {
  const { declaration, access } = route
  return new Set([
    ...(access === 'public' ? [] : ofCallers(method)),
    ...ofInput(declaration),
    ...(declaration.idempotent ? (['invalid_parameter', 'idempotency_key_conflict'] as const) : []),
    ...(declaration.file ? (['range_not_satisfiable'] as const) : []),
    ...(declaration.refuses ?? []),
    ...everywhere,
  ])
}

function ofCallers(method: string): ErrorCode[] {
  const known: ErrorCode[] = ['invalid_api_key', 'insufficient_scope', 'account_suspended']
  return method === 'GET' ? known : [...known, 'origin_not_allowed']
}

/** A body that a handler reads itself is parsed by its own rules; only its size is checked for all. */
function ofInput({ body, query, reads, refusesMultipart, isForm }: Route['declaration']): ErrorCode[] {
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

/** Errors of a model call before any upstream is called: which model, and who pays. */
export const modelRefusals = [
  'model_not_found',
  'model_not_allowed',
  'insufficient_quota',
  'key_limit_exceeded',
] as const satisfies readonly ErrorCode[]

/** Errors of a model call from the upstream that serves it, once no fallback is left. */
export const upstreamRefusals = [
  'provider_key_refused',
  'content_policy_violation',
  'context_length_exceeded',
  'upstream_error',
  'upstream_unavailable',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[]

/** Errors of a request caused by an upload that it uses. */
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

/** The statuses below 400 that a route answers, each with the media types that its body may have; none: no body. */
export function successesOf({
  declaration,
}: Pick<Route, 'declaration'>): ReadonlyMap<number, readonly string[]> {
  const { status = 200, reply, alsoReplies = [], file, sharedForSeconds, page } = declaration
  if (declaration.isRedirect) return new Map([[303, []]])
  const successes = new Map<number, readonly string[]>()
  successes.set(status, file ?? [...(reply ? [JSON_TYPE] : []), ...alsoReplies])
  if (file) successes.set(206, file)
  if (file ?? sharedForSeconds !== undefined) successes.set(304, [])
  if (page) successes.set(307, [])
  if (declaration.mayRedirect) successes.set(302, [])
  return successes
}

/**
 * A code that the API's description lacks is a fault of the declaration: tests get an internal error that says so,
 * customers the original error. (A client that hung up reads no response, and operators' addresses are not described.)
 */
export function checkRefusal(route: Route, method: string, error: AppError): AppError {
  if (env().NODE_ENV !== 'test' || route.access === 'operator' || error.code === 'client_closed_request')
    return error
  if (refusalsOf(route, method === 'HEAD' ? 'GET' : method).has(error.code)) return error
  const message = `The declaration of “${route.declaration.summary}” does not say that it refuses with ${error.code}: add it to "refuses".`
  return new AppError('internal_error', { message, cause: error })
}

/**
 * A response that the API's description lacks is a fault of the product: tests get an internal error that says so,
 * customers the response, and the log a line.
 */
export function checkReply(route: Route, result: unknown): void {
  if (env().NODE_ENV !== 'test') {
    if (!(result instanceof ReplyValue)) report(route, route.declaration.reply?.safeParse(result))
    return
  }
  const fault = strictFault(route, result)
  if (fault === undefined) return
  const message = `The declaration of “${route.declaration.summary}” does not say that it answers ${fault}.`
  throw new AppError('internal_error', { message })
}

function report({ declaration }: Route, checked: z.ZodSafeParseResult<unknown> | undefined): void {
  if (checked === undefined || checked.success) return
  const fault = { summary: declaration.summary, issues: checked.error.issues }
  logger.error(fault, 'a reply does not fit its schema')
}

/** In tests, replies that handlers build are checked too, and a field missing from the schema is a fault as well. */
function strictFault(route: Route, result: unknown): string | undefined {
  if (!(result instanceof ReplyValue)) return schemaFault(route, result)
  const { status, headers, body } = result.reply
  if (status >= 400) return undefined
  const mediaTypes = successesOf(route).get(status)
  if (mediaTypes === undefined) return String(status)
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';')
  if (mediaType !== '' && !mediaTypes.some((declared) => isOf(declared, mediaType))) return mediaType
  return mediaType === 'application/json' && typeof body === 'string'
    ? schemaFault(route, JSON.parse(body))
    : undefined
}

/** A family of types is declared with a star as its subtype. */
function isOf(declared: string, mediaType: string): boolean {
  const [family, kind] = declared.split('/')
  return declared === mediaType || (kind === '*' && (family === '*' || mediaType.startsWith(`${family}/`)))
}

function schemaFault({ declaration }: Route, value: unknown): string | undefined {
  const checked = declaration.reply?.safeParse(value)
  if (checked === undefined) return undefined
  if (!checked.success) return `what its reply schema refuses: ${checked.error.message}`
  const asWritten = (part: unknown): unknown => JSON.parse(JSON.stringify(part))
  if (isDeepStrictEqual(asWritten(checked.data), asWritten(value))) return undefined
  return `fields that its reply schema does not name: ${JSON.stringify(value)}`
}
