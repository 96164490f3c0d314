import { type NextRequest, NextResponse } from 'next/server'

/** Tells the console's layout which page was asked for (Next does not), so that signing in can lead back to it. */
export function proxy(request: NextRequest) {
  const headers = new Headers(request.headers)
  headers.set('x-console-path', request.nextUrl.pathname + request.nextUrl.search)
  return NextResponse.next({ request: { headers } })
}

export const config = { matcher: '/console/:path*' }
