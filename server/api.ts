import * as openApi from '@/app/(api)/openapi.json/route'
import { apiRoutes } from '@/app/(api)/routes'
import { frontDoor } from '@/lib/http/front-door'
import { nodeDoor } from '@/lib/http/node-door'
import { makeRouteTable } from '@/lib/http/route-table'
import { pageApi } from './page-api'

/** The whole API. Our server (server/server.mjs) imports it as one bundle. */
export { refuseMalformed } from '@/lib/http/front-door'
export { findPageFile, keepPageFiles } from '@/lib/platform/page-files'
export { reloadSettings } from '@/lib/worker/reload-settings'
export { beginDrain, endProcess, startProcess } from '@/lib/worker/start-process'

const table = makeRouteTable({ ...apiRoutes, '/openapi.json': openApi })

/** Answers a request whose path is one of the API's: true when it did. */
export const answer = nodeDoor(table)

/** Answers a request to the wrong host: true when it did. Sets the headers of every response. */
export const turnAway = frontDoor(table)

/** Where pages find it (lib/client/page-api.ts): they are built apart from the API. */
Reflect.set(globalThis, Symbol.for('portico.pages'), pageApi)
