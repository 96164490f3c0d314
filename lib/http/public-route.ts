import { routeFactory } from './route-factory'

/** A route that anyone may call, limited per address. `caller` is not there. */
export const publicRoute = routeFactory('public')
