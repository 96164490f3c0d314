import { env } from '@/lib/platform/env'
import { isMailAvailable } from '@/lib/platform/mail'
import { holdsDemoLink } from './demo'
import type { SignInOptions } from './schema'

/** The sign-in methods of the sign-in page; the demo account only in a browser that has opened its link. */
export async function readSignInOptionsFor(cookieHeader: string): Promise<SignInOptions> {
  const hasLink = await holdsDemoLink(cookieHeader)
  return { ...readSignInOptions(), ...(hasLink && { demo: 'open' }) }
}

export function readSignInOptions(): SignInOptions {
  const { demo, SIGN_UP, GITHUB_ID, GOOGLE_CLIENT_ID, OIDC_ISSUER, OIDC_NAME } = env()
  return {
    demo: demo ? 'locked' : 'off',
    isSignUpOpen: SIGN_UP === 'on',
    sendsMail: isMailAvailable(),
    services: [
      { id: 'github', name: 'GitHub', isOffered: GITHUB_ID !== undefined },
      { id: 'google', name: 'Google', isOffered: GOOGLE_CLIENT_ID !== undefined },
      { id: 'oidc', name: OIDC_NAME, isOffered: OIDC_ISSUER !== undefined },
    ],
  }
}
