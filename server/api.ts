import * as liveEverybody from '@/app/(api)/api/live/everybody/route'
import * as liveRequests from '@/app/(api)/api/live/requests/route'
import * as openApi from '@/app/(api)/openapi.json/route'
import { apiRoutes } from '@/app/(api)/routes'
import { frontDoor } from '@/lib/http/front-door'
import { nodeDoor } from '@/lib/http/node-door'
import { makeRouteTable } from '@/lib/http/routes'
import { pageApi } from './page-api'

/** The whole API. Our server (server/server.mjs) imports it as one bundle. */
export { refuseMalformed } from '@/lib/http/front-door'
export { findPageFile, keepPageFiles } from '@/lib/platform/page-files'
export { beginDrain, endProcess, reloadSettings, startProcess } from '@/lib/worker/process'

const table = makeRouteTable({
  ...apiRoutes,
  '/openapi.json': openApi,
  '/api/live/requests': liveRequests,
  '/api/live/everybody': liveEverybody,
})

/** Answers a request for a path of the API. Returns whether it did. */
export const answer = nodeDoor(table)

/** Answers a request to the wrong host, and sets headers of every response. Returns whether it answered. */
export const turnAway = frontDoor(table)

/** For pages (lib/client/page-api.ts), which are built separately from the API. */
Reflect.set(globalThis, Symbol.for('portico.pages'), pageApi)
