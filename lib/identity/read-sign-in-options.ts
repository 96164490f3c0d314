import { env } from '@/lib/platform/env'
import { isMailAvailable } from '@/lib/platform/mail/is-mail-available'
import { isLocalVisitor } from './internal/visitor'
import type { SignInOptions } from './schema'

/** What the sign-in page offers. With the request's headers, the demo only to those whom it would let in. */
export function readSignInOptions(headers?: Headers): SignInOptions {
  const isWelcome = headers === undefined || isLocalVisitor((name) => headers.get(name) ?? undefined)
  const { demo, SIGN_UP, GITHUB_ID, GOOGLE_CLIENT_ID, OIDC_ISSUER, OIDC_NAME } = env()
  return {
    demo: demo && isWelcome,
    isSignUpOpen: SIGN_UP === 'on',
    sendsMail: isMailAvailable(),
    services: [
      { id: 'github', name: 'GitHub', isOffered: GITHUB_ID !== undefined },
      { id: 'google', name: 'Google', isOffered: GOOGLE_CLIENT_ID !== undefined },
      { id: 'oidc', name: OIDC_NAME, isOffered: OIDC_ISSUER !== undefined },
    ],
  }
}
