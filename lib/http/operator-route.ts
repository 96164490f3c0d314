import type { z } from 'zod'
import { makeRoute } from './make-route'
import type { HandlerInput, HandlerResult, RouteDeclaration, WebRoute } from './route'

/**
 * A route of /api-account/admin: the console session of an operator, and nothing else. For everybody else it is not
 * there: the same 404 as a path that does not exist, and no line in the API's description.
 */
export function operatorRoute<
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
  return makeRoute('operator', declaration, handler)
}
