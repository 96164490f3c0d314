import type { z } from 'zod'
import type { Access, HandlerInput, HandlerResult, Route, RouteDeclaration, WebRoute } from './route'
import { webDoor } from './web-door'

type Schema = z.ZodType | undefined

/** Builds what `route.ts` exports. `runRoute` has parsed everything by the declaration when the handler is called. */
export function makeRoute<
  Body extends Schema,
  Query extends Schema,
  Params extends Schema,
  Answer extends Schema,
>(
  access: Access,
  declaration: RouteDeclaration<Body, Query, Params, Answer>,
  handler: (
    input: HandlerInput<Body, Query, Params>,
  ) => Promise<HandlerResult<Answer>> | HandlerResult<Answer>,
): WebRoute {
  const route: Route = { access, declaration, handle: handler as unknown as Route['handle'] }
  return Object.assign(webDoor(route), { route })
}
