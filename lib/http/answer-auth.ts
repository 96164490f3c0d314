import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/lib/account/identity/auth-options'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { parseJson } from '@/lib/platform/json'
import { refuseAfterAuthFailures } from '@/lib/platform/rate-limit'
import { remember } from '@/lib/platform/remember'
import { errorReply } from './error-response'
import { peerOf } from './exchange'

/** next-auth's own endpoints, with our envelope around its own replies to malformed requests. */
type AuthContext = { params: Promise<{ nextauth: string[] }> }

const ACTIONS = new Set(['providers', 'session', 'csrf', 'signin', 'signout', 'callback', 'error'])
const MAX_BODY_BYTES = 64 * 1024

export async function answerAuth(request: NextRequest, context: AuthContext): Promise<Response> {
  const id = newId('req')
  const { pathname: path, searchParams: query } = request.nextUrl
  let response: Response
  try {
    const [action] = (await context.params).nextauth
    if (action === undefined || !ACTIONS.has(action)) throw new AppError('not_found')
    if (request.method !== 'GET' && request.method !== 'POST') throw new AppError('method_not_allowed')
    if (request.method === 'POST' && action === 'callback') await refuseAfterAuthFailures(addressOf(request))
    response = await askNextAuth(await checkedRequest(request), context)
  } catch (error) {
    const reply = errorReply(error, { id, method: request.method, path, query, headers: {} })
    // next-auth's own client looks there for the error.
    const url = new URL('/sign-in?error=TooManyAttempts:1', request.nextUrl.origin)
    const body =
      reply.status === 429 ? JSON.stringify({ ...JSON.parse(String(reply.body)), url }) : reply.body
    response = new Response(String(body), { status: reply.status, headers: reply.headers })
    if (reply.status === 405) response.headers.set('allow', 'GET, POST')
  }
  response.headers.set('x-request-id', id)
  return response
}

function addressOf({ headers }: NextRequest): string {
  const header = (name: string) => headers.get(name) ?? undefined
  return peerOf(header('x-portico-peer'), header('x-forwarded-for'))
}

async function askNextAuth(request: NextRequest, context: AuthContext): Promise<Response> {
  trustOwnAddress()
  const cookies: string[] = []
  const exchange = {
    cookieHeader: request.headers.get('cookie') ?? '',
    setCookie: (line: string) => void cookies.push(line),
  }
  const response: Response = await NextAuth(request, context, authOptions(exchange))
  for (const line of cookies) response.headers.append('set-cookie', line)
  // Its settings are correct, so what it reports as a misconfiguration or an unsupported action is a bad request.
  const isRefusal = response.status === 400 || response.status >= 500
  if (isRefusal)
    throw new AppError('invalid_parameter', { message: 'This is not a request that signing in knows.' })
  return response
}

/** next-auth would answer these with a 500, and read a body of any size. */
async function checkedRequest(request: NextRequest): Promise<NextRequest> {
  const target = request.nextUrl.searchParams.get('callbackUrl')
  if (target !== null && URL.parse(target, request.nextUrl.origin) === null)
    throw new AppError('invalid_parameter', {
      param: 'callbackUrl',
      message: 'callbackUrl is not an address.',
    })
  if (request.method !== 'POST') return request
  const body = await readText(request)
  if (request.headers.get('content-type')?.includes('application/json')) assertJsonObject(body)
  return new NextRequest(request.url, { method: 'POST', headers: request.headers, body })
}

async function readText(request: NextRequest): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new AppError('payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function assertJsonObject(text: string): void {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) throw new AppError('invalid_json')
}

/** next-auth reads its own address from the environment, which is set once: `PUBLIC_URL`, else the address of the request. */
function trustOwnAddress(): void {
  remember('address-of-next-auth', () => {
    const { PUBLIC_URL } = env()
    if (PUBLIC_URL === undefined) {
      delete process.env.NEXTAUTH_URL
      process.env.AUTH_TRUST_HOST = 'true'
    } else process.env.NEXTAUTH_URL = PUBLIC_URL
    return true
  })
}
