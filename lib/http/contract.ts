import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { type Env, env } from '@/lib/platform/env'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import type { Exchange, Reply } from './exchange'

/**
 * A route is a declaration and a use case. `lib/http/run-route` gives every route the same steps; two doors lead to it:
 * the web door that `route.ts` exports to Next, and the node door that our server tries first.
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
  /** A body that is taken, for the OpenAPI document. */
  example?: Body extends z.ZodType ? z.input<Body> : unknown
  /** What the handler parses itself, for the OpenAPI document. A body that it reads itself too is a media type, or a form. */
  reads?: { query?: z.ZodType; body?: z.ZodType | '*/*'; form?: z.ZodType }
  /** Media types that it may answer besides JSON. */
  alsoReplies?: readonly (
    | 'text/event-stream'
    | 'text/csv'
    | 'text/plain'
    | 'audio/*'
    | 'application/openmetrics-text'
  )[]
  /** Media types of the file that it answers (`fileReply`): whole or in ranges, or not at all to a client that has it. */
  file?: readonly string[]
  /** It answers no body but where to go (`seeOther`). */
  isRedirect?: boolean
  /** What it reads may still be changing: the answer says when to ask again (`polled`). */
  isPolled?: boolean
  /** What the use case throws; what the steps before it do is known. Tests hold the route to it. */
  refuses?: readonly ErrorCode[]
  /** Only the person at the console may call it, no key (`requirePerson`). */
  isForPerson?: boolean
  /** What is sent to the address that a field of the body names, signed. */
  callback?: { field: string; summary: string; event: z.ZodType }
  /** The body is a form (`multipart/form-data`): `body` has its fields, of which those whose names end in `[]` are lists. */
  isForm?: boolean
  /** A request without a body counts as `{}`. */
  isBodyOptional?: boolean
  query?: Query
  params?: Params
  /** The answer in JSON; undefined for handlers that have another one (files, redirects). */
  reply?: Answer
  status?: number
  /** Takes an Idempotency-Key header: everything that makes something does. A function decides per request. */
  idempotent?: boolean | ((body: unknown, query: URLSearchParams) => boolean)
  /** Its answer has a secret in it: what is kept of it for such a header is sealed. */
  holdsSecret?: boolean
  /** It answers what comes of a task that it makes (`answerFromTask`): of its own accord, the making is done once. */
  answersFromTask?: boolean
  /** What is asked and answered is kept where the key's owner has that switched on. */
  keepsContents?: boolean
  maxBodyBytes?: number
  /** Asked before a body of more than a megabyte is read: throws for whom it would be refused in any case. */
  beforeLargeBody?: (caller: Caller) => Promise<void>
  /** How errors are told where a protocol has an envelope of its own; undefined: who asks does not speak it. */
  refusal?: (
    error: AppError,
    request: Pick<Exchange, 'id' | 'query' | 'headers'>,
  ) => { status: number; body: object } | undefined
  /** They are told in the same way at all paths below it. */
  isRefusalBelow?: boolean
  /** The envelope that `refusal` writes, for the OpenAPI document. */
  refusalReply?: z.ZodType
  /** A second name under which the request's id is told, for clients that look for it there. */
  requestIdHeader?: string
  /** A form was once taken here: one that still comes is told where to go instead. */
  refusesMultipart?: boolean
  /** Pages of any other site may call it and read its answers. It takes no cookies, so there is nothing of ours to misuse. */
  isCrossOrigin?: boolean
  /** The answer is the same for everybody: whoever has it may keep it for this long, and ask later whether it is still good. */
  sharedForSeconds?: number
  /** The page (`/explore/providers/[id]`) to which a person is sent who opens this address in a browser. */
  page?: string
}

/** Requests a minute, by group. Each group has a bucket of its own per key, user or address. */
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

/** Groups that no setting of the contract names: probes and signed notices of machines, and bytes behind unguessable links. */
const fixed = { probe: 6000, object: 6000 } as const

export function perMinuteOf(group: LimitGroup): number {
  return group === 'probe' || group === 'object' ? fixed[group] : env()[settingOf[group]]
}
/** How a route tells errors. */
export type Protocol = Pick<RouteDeclaration, 'refusal' | 'requestIdHeader'>

export type Access = 'apiKey' | 'account' | 'operator' | 'public'

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export type HandlerInput<Body, Query, Params> = {
  caller: Caller
  body: Parsed<Body>
  /** The body as it came. */
  bytes: Buffer | undefined
  query: Parsed<Query>
  params: Parsed<Params>
  exchange: Exchange
  /** Of a request with an Idempotency-Key: whether its answer was written down. Only then is it paid for. */
  answerKept: Promise<boolean> | undefined
}

/** What a handler may return: the wire value, or a whole reply (`reply(…)`) where headers or a stream are its own. */
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

/** What a key must be allowed to do, to call a route. */
export function scopeOf(
  { access }: Pick<Route, 'access'>,
  method: string,
): 'inference' | 'account:read' | 'account:write' {
  if (access === 'apiKey') return 'inference'
  return method === 'GET' || method === 'HEAD' ? 'account:read' : 'account:write'
}

/** What any request may meet with, whoever asks for whatever. */
const everywhere = ['rate_limit_exceeded', 'internal_error', 'service_unavailable'] as const

/**
 * Every code that a route may refuse a request with: those of the steps of `runRoute`, as far as the route takes them, and
 * those that its declaration says its use case throws. The API's description is made of them, and tests hold the routes
 * to them (`checkRefusal`).
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

/** A body that a handler reads itself is parsed by rules of its own; only its size is everybody's. */
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

/** What a call of a model may be refused for before any upstream is asked: which model, and who pays. */
export const modelRefusals = [
  'model_not_found',
  'model_not_allowed',
  'insufficient_quota',
  'key_limit_exceeded',
] as const satisfies readonly ErrorCode[]

/** What a call may be refused for by the upstream that serves it, once no fallback is left. */
export const upstreamRefusals = [
  'provider_key_refused',
  'content_policy_violation',
  'context_length_exceeded',
  'upstream_error',
  'upstream_unavailable',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[]

/** What a request that uses an upload may be refused for because of it. */
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
  const { status = 200, reply, alsoReplies = [], file, isRedirect, sharedForSeconds, page } = declaration
  if (isRedirect) return new Map([[303, []]])
  const successes = new Map<number, readonly string[]>()
  successes.set(status, file ?? [...(reply ? [JSON_TYPE] : []), ...alsoReplies])
  if (file) successes.set(206, file)
  if (file ?? sharedForSeconds !== undefined) successes.set(304, [])
  if (page) successes.set(307, [])
  return successes
}

/**
 * A code that the API's description does not tell of is a fault of the declaration: tests get an internal error that
 * says so, customers what was meant. (A client that hung up reads no answer, and operators' addresses are not described.)
 */
export function checkRefusal(route: Route, method: string, error: AppError): AppError {
  if (env().NODE_ENV !== 'test' || route.access === 'operator' || error.code === 'client_closed_request')
    return error
  if (refusalsOf(route, method === 'HEAD' ? 'GET' : method).has(error.code)) return error
  const message = `The declaration of “${route.declaration.summary}” does not say that it refuses with ${error.code}: add it to "refuses".`
  return new AppError('internal_error', { message, cause: error })
}

/**
 * An answer that the API's description does not tell of is a fault of the product: tests get an internal error that says
 * so, customers the answer, and the log a line.
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

/** In tests replies that handlers build are looked at too, and a field that no schema names is a fault as well. */
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

/** A family of types is declared by a star in place of the kind. */
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
