import { routeFactory } from './route-factory'

/** A route of /api-account/user: the console's session, or a key with `account:read` (GET) or `account:write`. */
export const accountRoute = routeFactory('account')
