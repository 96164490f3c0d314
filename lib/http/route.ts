import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import type { AppError, ErrorCode } from '@/lib/platform/errors'
import type { Exchange, Reply } from './exchange'
import type { LimitGroup } from './limits'

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
  /** What the handler reads itself, for the OpenAPI document. A body that is no JSON is a media type. */
  reads?: { query?: z.ZodType; body?: z.ZodType | '*/*' }
  /** Media types that it may answer besides JSON. */
  alsoReplies?: readonly ('text/event-stream' | 'text/csv')[]
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
  /** A request without a body counts as `{}`. */
  isBodyOptional?: boolean
  query?: Query
  params?: Params
  /** The answer in JSON; undefined for handlers that have another one (files, redirects). */
  reply?: Answer
  status?: number
  /** Takes an Idempotency-Key header. A function decides per request. */
  idempotent?: boolean | ((body: unknown) => boolean)
  maxBodyBytes?: number
  /** Asked before a body of more than a megabyte is read: throws for whom it would be refused in any case. */
  beforeLargeBody?: (caller: Caller) => Promise<void>
  /** How errors are told where a protocol has an envelope of its own. */
  refusal?: (error: AppError, request: Pick<Exchange, 'id' | 'query'>) => { status: number; body: object }
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
