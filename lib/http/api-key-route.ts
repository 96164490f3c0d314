import { routeFactory } from './route-factory'

/** A route of /v1: an API key with the scope `inference`, or the console's session. */
export const apiKeyRoute = routeFactory('apiKey')
