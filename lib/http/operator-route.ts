import { routeFactory } from './route-factory'

/**
 * A route of /api-account/admin: the console session of an operator, and nothing else. For everybody else it is not
 * there: the same 404 as a path that does not exist, and no line in the API's description.
 */
export const operatorRoute = routeFactory('operator')
