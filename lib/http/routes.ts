import type { z } from 'zod'
import {
  type Access,
  type HandlerInput,
  type HandlerResult,
  ReplyValue,
  type Route,
  type RouteDeclaration,
  type WebRoute,
} from './contract'
import { webDoor } from './web-door'

/** A route of /v1: an API key with the scope `inference`, or the console's session. */
export const apiKeyRoute = routeFactory('apiKey')

/** A route of /api-account/user: the console's session, or a key with `account:read` (GET) or `account:write`. */
export const accountRoute = routeFactory('account')

/** A route that anyone may call, limited per address. It has no `caller`. */
export const publicRoute = routeFactory('public')

/**
 * A route of /api-account/admin: only the console session of an operator. Everyone else gets the 404 of an unknown path,
 * and the OpenAPI document does not list it.
 */
export const operatorRoute = routeFactory('operator')

type Schema = z.ZodType | undefined

/** Public routes have no `caller`. */
type InputFor<Kind extends Access, Body, Query, Params> = Kind extends 'public'
  ? Omit<HandlerInput<Body, Query, Params>, 'caller'>
  : HandlerInput<Body, Query, Params>

/**
 * Creates the factory of what `route.ts` exports, for one kind of caller. The declaration's schemas give the handler its
 * types: `runRoute` parses the input by them before it calls the handler.
 */
function routeFactory<Kind extends Access>(access: Kind) {
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

/** Answers a browser's preflight for a route that other sites may call (`isCrossOrigin`). */
export function preflightRoute(methods: string, headers: string): WebRoute {
  return publicRoute(
    { summary: 'Preflight for pages of other sites', limit: 'object', isCrossOrigin: true, status: 204 },
    () =>
      new ReplyValue({
        status: 204,
        headers: {
          'access-control-allow-methods': methods,
          'access-control-allow-headers': headers,
          'access-control-max-age': '7200',
        },
        body: null,
      }),
  )
}
