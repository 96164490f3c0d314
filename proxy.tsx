import { type NextRequest, NextResponse } from 'next/server'
import { pageApi } from '@/lib/client/page-api'

/**
 * Sets the Content-Security-Policy of every page. Next reads the nonce for its scripts from the same header of the request,
 * the layout from `x-nonce`. `x-console-path` tells the console's layout the requested page (Next does not), so that signing
 * in can return to it.
 */
export function proxy(request: NextRequest) {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const policy = pageApi().pagePolicy({
    path: request.nextUrl.pathname,
    nonce,
    development: process.env.NODE_ENV === 'development',
  })
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  headers.set('x-console-path', request.nextUrl.pathname + request.nextUrl.search)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

export const config = { matcher: '/((?!_next/|v1/|api/|api-account/|media/).*)' }
