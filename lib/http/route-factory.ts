import type { z } from 'zod'
import type { Access, HandlerInput, HandlerResult, Route, RouteDeclaration, WebRoute } from './route'
import { webDoor } from './web-door'

type Schema = z.ZodType | undefined

/** Where anyone may call, there is no `caller`. */
type InputFor<Kind extends Access, Body, Query, Params> = Kind extends 'public'
  ? Omit<HandlerInput<Body, Query, Params>, 'caller'>
  : HandlerInput<Body, Query, Params>

/**
 * Makes the function that builds what `route.ts` exports, for one kind of caller. The declaration's schemas give the
 * handler its types: `runRoute` has parsed everything by them when it is called.
 */
export function routeFactory<Kind extends Access>(access: Kind) {
  return function route<
    Body extends Schema = undefined,
    Query extends Schema = undefined,
    Params extends Schema = undefined,
    Answer extends Schema = undefined,
  >(
    declaration: RouteDeclaration<Body, Query, Params, Answer>,
    handler: (
      input: InputFor<Kind, Body, Query, Params>,
    ) => Promise<HandlerResult<Answer>> | HandlerResult<Answer>,
  ): WebRoute {
    const route: Route = { access, declaration, handle: handler as unknown as Route['handle'] }
    return Object.assign(webDoor(route), { route })
  }
}
