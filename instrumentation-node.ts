import { apiRoutes } from '@/app/(api)/routes'
import { frontDoor, refuseMalformed } from '@/lib/http/front-door'
import { nodeDoor } from '@/lib/http/node-door'
import { makeRouteTable } from '@/lib/http/route-table'
import { findPageFile, keepPageFiles } from '@/lib/platform/page-files'
import { reloadSettings } from '@/lib/worker/reload-settings'
import { beginDrain, endProcess, startProcess } from '@/lib/worker/start-process'
import { pageApi } from '@/server/page-api'

/**
 * Starts this process and hands its doors to `scripts/serve.mjs`, which lives outside the bundle: it finds them on
 * `globalThis` under registered symbols.
 */
export async function bootProcess(): Promise<void> {
  await startProcess()
  const slots: Record<symbol, unknown> = globalThis
  const table = makeRouteTable(apiRoutes)
  slots[Symbol.for('portico.pages')] = pageApi
  slots[Symbol.for('portico.node-door')] = nodeDoor(table)
  slots[Symbol.for('portico.front-door')] = frontDoor(table)
  slots[Symbol.for('portico.page-files')] = { keep: keepPageFiles, find: findPageFile }
  slots[Symbol.for('portico.refuse-malformed')] = refuseMalformed
  slots[Symbol.for('portico.begin-drain')] = beginDrain
  slots[Symbol.for('portico.drain')] = endProcess
  slots[Symbol.for('portico.reload')] = reloadSettings
}
