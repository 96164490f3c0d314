import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth'
import { z } from 'zod'
import { env, leaveAddressToRequests } from '@/lib/platform/env'
import { AppError, errorEnvelope } from '@/lib/platform/errors'
import { parseJson } from '@/lib/platform/json'
import { refuseAfterAuthFailures } from '@/lib/platform/rate-limit'
import { authOptions, defaultOf, type OnVerified } from './auth-options'
import { findSessionCookie, sessionCookieName, usesSecureCookies } from './sessions'

leaveAddressToRequests()

/** The path after `/api/auth/`: an action, and for some a provider. */
export const AuthPath = z.object({ nextauth: z.array(z.string()) })
/** The fields depend on the action; all need `csrfToken`. */
export const AuthForm = z.looseObject({ csrfToken: z.string() })
export const AuthReply = z.record(z.string(), z.unknown())
/** Our envelope. next-auth's client opens `url`, the page that explains the error. */
export const AuthRefusal = z.object({
  error: z.looseObject({ code: z.string(), message: z.string(), request_id: z.string() }),
  url: z.string().optional(),
})
export const AUTH_MAX_BYTES = 64 * 1024

const ACTIONS = new Set(['providers', 'session', 'csrf', 'signin', 'signout', 'callback', 'error'])

type AuthRequest = {
  method: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  /** The client's address. */
  peer: string
}

/** Runs a next-auth endpoint. Throws `invalid_parameter` where next-auth would answer 500. */
export async function answerAuth(
  path: string[],
  form: Buffer | undefined,
  request: AuthRequest,
  onVerified: OnVerified,
) {
  const [action = ''] = path
  if (!ACTIONS.has(action)) throw new AppError('not_found')
  if (form && action === 'callback') await refuseAfterAuthFailures(request.peer)
  const target = request.query.get('callbackUrl')
  if (target !== null && URL.parse(target, addressOf(request)) === null)
    throw new AppError('invalid_parameter', {
      param: 'callbackUrl',
      message: 'callbackUrl is not a valid URL.',
    })
  const response = await callNextAuth(path, form, request, onVerified)
  // The settings are correct, so a reported misconfiguration or unsupported action is a bad request.
  if (response.statusCode === 400 || response.statusCode >= 500)
    throw new AppError('invalid_parameter', { message: 'This sign-in request is not supported.' })
  const { statusCode: status, headers, cookies, body } = response
  return { status, headers, cookies, body }
}

async function callNextAuth(
  path: string[],
  form: Buffer | undefined,
  request: AuthRequest,
  onVerified: OnVerified,
) {
  const { cookie: cookieHeader = '', 'content-type': type = '' } = request.headers
  const response = new AuthResponse()
  const cookieLines: string[] = []
  const { protocol, host, origin } = new URL(addressOf(request))
  const cookies = readCookies(cookieHeader)
  const session = (await findSessionCookie(cookieHeader)) ?? cookies[sessionCookieName()]
  const destination = destinationOf(cookies, origin)
  const nextRequest = {
    method: form ? 'POST' : 'GET',
    headers: { host, 'x-forwarded-proto': protocol.slice(0, -1) },
    query: { ...Object.fromEntries(request.query), nextauth: path },
    cookies: {
      ...withoutSessions(cookies),
      [sessionCookieName()]: session,
      [destinationCookieName()]: destination,
    },
    body: form && readForm(form, type),
  }
  await defaultOf(NextAuth)(
    nextRequest as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    authOptions({
      cookieHeader,
      destination,
      address: request.peer,
      setCookie: (line) => void cookieLines.push(line),
      onVerified,
    }),
  )
  response.cookies.push(...cookieLines)
  // Read while the session is switched, its old cookie must not come back after the new one: only an empty one ends it.
  const renewed = new RegExp(`^${sessionCookieName()}=[^;]`)
  if (path[0] === 'session') response.cookies = response.cookies.filter((line) => !renewed.test(line))
  return response
}

/** The part of Next's response that next-auth uses. */
class AuthResponse {
  statusCode = 200
  body: string | null = null
  cookies: string[] = []
  readonly headers: Record<string, string> = {}

  status(code: number) {
    this.statusCode = code
    return this
  }

  /** next-auth reads only `Set-Cookie`. */
  getHeader() {
    return this.cookies
  }

  setHeader(name: string, value: string | string[]) {
    if (Array.isArray(value)) this.cookies = value
    else this.headers[name.toLowerCase()] = value
    return this
  }

  json(value: object) {
    this.headers['content-type'] = 'application/json'
    this.send(value)
  }

  send(value: object) {
    this.body = JSON.stringify(value)
  }

  end() {}
}

/** Our origin as the client sees it: `PUBLIC_URL`, else by the request's `Host`. */
function addressOf({ headers: { host } }: Pick<AuthRequest, 'headers'>): string {
  const { PUBLIC_URL, publicUrl } = env()
  return PUBLIC_URL ?? URL.parse(`http://${host}`)?.origin ?? publicUrl
}

function readForm(bytes: Buffer, type: string): unknown {
  if (type.includes('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(bytes.toString()))
  if (!type.includes('application/json')) return undefined
  const value = parseJson(bytes.toString())
  if (typeof value !== 'object' || value === null) throw new AppError('invalid_json')
  return value
}

function readCookies(header: string): Record<string, string> {
  const pairs = header.split(';').map((part) => part.split(/=(.*)/s, 2).map((text) => text.trim()))
  return Object.fromEntries(pairs.map(([name, value = '']) => [name, unescaped(value)]))
}

/** next-auth would join the parts of another application's session to ours. */
function withoutSessions(cookies: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(cookies).filter(([name]) => !name.startsWith(sessionCookieName())))
}

const destinationCookieName = () => `${usesSecureCookies() ? '__Secure-' : ''}next-auth.callback-url`

/** The page to open after the sign-in, by next-auth's cookie. With one that is no URL, next-auth would refuse every request. */
function destinationOf(cookies: Record<string, string>, origin: string): string | undefined {
  const text = cookies[destinationCookieName()] ?? ''
  const url = URL.parse(text, text.startsWith('/') ? origin : undefined)
  return url !== null && /^https?:$/.test(url.protocol) ? text : undefined
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Status and body of an error: an `AuthRefusal`. */
export function refuseAuth(error: AppError, request: Pick<AuthRequest, 'headers'> & { id: string }) {
  const envelope = errorEnvelope(error, request.id)
  const url = new URL('/sign-in?error=TooManyAttempts:1', addressOf(request))
  return { status: error.status, body: error.status === 429 ? { ...envelope, url } : envelope }
}
