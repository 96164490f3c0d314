import type { z } from 'zod'
import { makeRoute } from './make-route'
import type { HandlerInput, HandlerResult, RouteDeclaration, WebRoute } from './route'

/** A route that anyone may call, limited per address. `caller` is not there. */
export function publicRoute<
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Params extends z.ZodType | undefined = undefined,
  Answer extends z.ZodType | undefined = undefined,
>(
  declaration: RouteDeclaration<Body, Query, Params, Answer>,
  handler: (
    input: Omit<HandlerInput<Body, Query, Params>, 'caller'>,
  ) => Promise<HandlerResult<Answer>> | HandlerResult<Answer>,
): WebRoute {
  return makeRoute('public', declaration, handler)
}
