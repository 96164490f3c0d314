import { env } from '@/lib/platform/env'
import { isLocalVisitor } from './internal/visitor'
import type { SignInOptions } from './schema'

/** What the sign-in page offers. With the request's headers, the demo only to those whom it would let in. */
export function readSignInOptions(headers?: Headers): SignInOptions {
  const isWelcome = headers === undefined || isLocalVisitor((name) => headers.get(name) ?? undefined)
  return {
    demo: env().demo && isWelcome,
    github: env().GITHUB_ID !== undefined,
    google: env().GOOGLE_CLIENT_ID !== undefined,
  }
}
