import type { z } from 'zod'
import { makeRoute } from './make-route'
import type { HandlerInput, HandlerResult, RouteDeclaration, WebRoute } from './route'

/** A route of /v1: an API key with the scope `inference`, or the console's session. */
export function apiKeyRoute<
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Params extends z.ZodType | undefined = undefined,
  Answer extends z.ZodType | undefined = undefined,
>(
  declaration: RouteDeclaration<Body, Query, Params, Answer>,
  handler: (
    input: HandlerInput<Body, Query, Params>,
  ) => Promise<HandlerResult<Answer>> | HandlerResult<Answer>,
): WebRoute {
  return makeRoute('apiKey', declaration, handler)
}
