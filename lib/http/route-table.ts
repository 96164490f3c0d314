import type { Protocol, Route, RouteModule } from './contract'
import { preflightRoute } from './routes'

export type RouteMatch = {
  /** The path of its folder: `/v1/models/[...id]`. */
  route: string
  methods: Readonly<Record<string, Route>>
  params: Record<string, string | string[]>
}

export type RouteTable = {
  /** The routes at a path; 'unknown' under an API prefix where there is none; undefined for paths that are not ours. */
  find(path: string): RouteMatch | 'unknown' | undefined
  /**
   * The path that a client meant if its base URL lacks the `/v1`, has it twice, or ends in a slash. A GET outside of the
   * API's paths is for a page.
   */
  meantBy(path: string, method: string): string | undefined
  /** How errors are written at a path, existing or not: as its route does, or one above it. */
  protocolAt(path: string): Protocol | undefined
}

/** An unknown path below these is a JSON 404. */
const API_PREFIXES = ['/v1', '/api-account', '/providers', '/rankings', '/api', '/media']

/** `modules` by the paths of their folders: `/v1/models/[...id]`. Static paths are found by one map look-up. */
export function makeRouteTable(modules: Readonly<Record<string, RouteModule>>): RouteTable {
  const fixed = new Map<string, RouteMatch>()
  const dynamic: {
    pattern: RegExp
    names: { name: string; rest: boolean }[]
    route: string
    methods: Record<string, Route>
  }[] = []
  for (const [path, module] of Object.entries(modules)) {
    const methods = methodsOf(module)
    if (!path.includes('[')) fixed.set(path, { route: path, methods, params: {} })
    else dynamic.push({ ...compile(path), route: path, methods })
  }
  const find = (rawPath: string): RouteMatch | 'unknown' | undefined => {
    const path = withoutSlash(rawPath)
    const exact = fixed.get(path)
    if (exact) return exact
    if (!isApiPath(path)) return undefined
    for (const { pattern, names, route, methods } of dynamic) {
      const values = pattern.exec(path)
      if (values) return { route, methods, params: paramsOf(names, values) }
    }
    return 'unknown'
  }
  return {
    find,
    meantBy(rawPath, method) {
      const path = withoutSlash(rawPath.replace(/\/{2,}/g, '/'))
      if (isReading(method) && !isApiPath(path)) return undefined
      const meant = path.replace(/^(?:\/(?:api\/)?v1)*(?=\/)/, '/v1')
      const match = find(meant)
      return typeof match === 'object' && match.methods[method] ? meant : undefined
    },
    protocolAt(rawPath) {
      const path = withoutSlash(rawPath)
      for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
        const [route] = Object.values(fixed.get(at)?.methods ?? {})
        if (route && (at === path || route.declaration.isRefusalBelow)) return route.declaration
      }
      return undefined
    },
  }
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isApiPath(path: string): boolean {
  return API_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

function methodsOf(module: RouteModule): Record<string, Route> {
  const methods = Object.fromEntries(
    Object.entries(module).map(([method, exported]) => [method, exported.route]),
  )
  const isForKeys = Object.values(methods).some(({ access }) => access === 'apiKey')
  if (!isForKeys || methods.OPTIONS) return methods
  // `*` matches every header except `authorization`. SDKs send a dozen headers of their own.
  const preflight = preflightRoute(Object.keys(methods).join(', '), 'authorization, *')
  return { ...methods, OPTIONS: preflight.route }
}

function compile(path: string) {
  const names: { name: string; rest: boolean }[] = []
  const source = path
    .split('/')
    .map((part) => {
      const found = /^\[(\.\.\.)?(\w+)\]$/.exec(part)
      if (!found?.[2]) return part.replace(/[.*+?^${}()|\\]/g, '\\$&')
      names.push({ name: found[2], rest: found[1] !== undefined })
      return found[1] === undefined ? '([^/]+)' : '(.+)'
    })
    .join('/')
  return { pattern: new RegExp(`^${source}$`), names }
}

function paramsOf(
  names: { name: string; rest: boolean }[],
  values: RegExpExecArray,
): Record<string, string | string[]> {
  return Object.fromEntries(
    names.map(({ name, rest }, index) => {
      const raw = values[index + 1] ?? ''
      return [name, rest ? raw.split('/').map(decode) : decode(raw)]
    }),
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
