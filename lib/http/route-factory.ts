import type { z } from 'zod'
import { makeRoute } from './make-route'
import type { Access, HandlerInput, HandlerResult, RouteDeclaration, WebRoute } from './route'

/** Makes the function that builds routes for one kind of caller; the declaration's schemas give the handler its types. */
export function routeFactory(access: Exclude<Access, 'public'>) {
  return function route<
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
    return makeRoute(access, declaration, handler)
  }
}
