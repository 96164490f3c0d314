import type { z } from 'zod'
import type { Permission } from '@/lib/platform/roles'
import {
  type Access,
  type Audit,
  type HandlerInput,
  type HandlerResult,
  type Protocol,
  ReplyValue,
  type Route,
  type RouteDeclaration,
  type RouteModule,
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
 * A route of /api-account/admin: the console session of an operator, or a key with `operator`. Everyone else gets the 404 of an
 * unknown path.
 */
export const operatorRoute = routeFactory('operator')

/** A route of /scim/v2: the SCIM token of an organization. */
export const scimRoute = routeFactory('scim')

type Schema = z.ZodType | undefined

/** Account routes say what the caller's role must allow, so that no new one is open to every member by mistake. */
type Needs<Kind extends Access> = Kind extends 'account' ? { needs: Permission | null } : unknown

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
    const Log extends Audit | undefined = undefined,
  >(
    declaration: RouteDeclaration<Body, Query, Params, Answer> & Needs<Kind> & { audit?: Log },
    handler: (
      input: InputFor<Kind, Body, Query, Params>,
    ) => Promise<HandlerResult<Answer>> | HandlerResult<Answer>,
  ): WebRoute<[Kind, Log] extends ['account', undefined] ? 'unaudited' : 'audited'> {
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
const API_PREFIXES = ['/v1', '/v1beta', '/api-account', '/providers', '/rankings', '/api', '/media', '/scim']

/** `modules` by the paths of their folders: `/v1/models/[...id]`. Static paths are found by one map look-up. */
export function makeRouteTable(modules: Readonly<Record<string, RouteModule>>): RouteTable {
  const fixed = new Map<string, RouteMatch>()
  const below = new Map<string, Protocol>()
  const dynamic: {
    pattern: RegExp
    names: { name: string; rest: boolean }[]
    route: string
    methods: Record<string, Route>
  }[] = []
  for (const [path, module] of Object.entries(modules)) {
    const methods = methodsOf(module)
    for (const { declaration } of Object.values(methods))
      if (declaration.refusesBelow !== undefined) below.set(declaration.refusesBelow, declaration)
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
      const [own] = Object.values(fixed.get(path)?.methods ?? {})
      if (own) return own.declaration
      for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/')))
        if (below.has(at)) return below.get(at)
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
