import { createServer } from 'node:http'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { makeRouteTable } from '@/lib/http/routes'
import type { RouteModule } from './contract'
import { nodeDoor } from './node-door'

export type Answer = { status: number; headers: Headers; body: unknown }
export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>
type CallOptions = {
  key?: string | undefined
  headers?: Record<string, string>
  json?: unknown
  text?: string
}

type Modules = Readonly<Record<string, RouteModule>>
const ourOrigin = 'http://localhost:3000'

/** Returns the raw response, for tests of streams and hang-ups. */
export type Door = (method: string, path: string, init?: RequestInit) => Promise<Response>

/** For tests: routes behind the node door, with the catalog loaded. `call` parses the response, `door` returns it raw. */
export async function openDoors(modules: Modules) {
  await loadCatalog()
  const { door, close } = await nodeDoorOf(modules)
  return { door, call: callThrough(door), close }
}

/** Calls the exports of `route.ts` as Next does. */
export function webDoorOf(modules: Modules): Door {
  const table = makeRouteTable(modules)
  return async (method, path, init) => {
    const [pathname = ''] = path.split('?')
    const served = method === 'HEAD' ? 'GET' : method
    const match = table.find(pathname)
    if (match === undefined || match === 'unknown') throw new Error(`no route at ${path}`)
    const route = Object.values(modules)
      .map((module) => Reflect.get(module, served))
      .find((exported) => exported?.route === match.methods[served])
    return route(new Request(ourOrigin + path, { method, ...init }), {
      params: Promise.resolve(match.params),
    })
  }
}

/** Calls over a socket, as clients call our server. */
export async function nodeDoorOf(
  modules: Modules,
): Promise<{ origin: string; door: Door; close: () => void }> {
  const door = nodeDoor(makeRouteTable(modules))
  const server = createServer((request, response) => {
    if (!door(request, response)) response.writeHead(599).end()
  })
  server.keepAliveTimeout = 0 // clients close idle connections: the server would close one that a late test just reused
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    origin,
    door: (method, path, init) => fetch(origin + path, { method, ...init }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** `door` with the response's JSON parsed. */
export function callThrough(door: Door): Call {
  return async (method, path, options) => answerOf(await door(method, path, initOf(options)))
}

function initOf(options: CallOptions = {}): RequestInit {
  const body = options.json === undefined ? options.text : JSON.stringify(options.json)
  return {
    headers: {
      ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
      ...(options.json !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body !== undefined && { body }),
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
