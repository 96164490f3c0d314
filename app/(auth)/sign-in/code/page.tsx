import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuthPage } from '@/components/account/identity/auth-page'
import { CodeForm } from '@/components/account/identity/sign-in-form'
import { pageApi, readCookies, readSession } from '@/lib/client/page-api'
import { paths, sameOriginPath, signInPath } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Sign in' }

type CodePageProps = { searchParams: Promise<{ callbackUrl?: string | string[] }> }

/** The second factor, after signing in with another service. */
export default async function CodePage({ searchParams }: CodePageProps) {
  const { callbackUrl } = await searchParams
  const destination = sameOriginPath(typeof callbackUrl === 'string' ? callbackUrl : null, paths.console)
  if (await readSession()) redirect(destination)
  const email = await pageApi().readPendingEmail(await readCookies())
  if (email === null) redirect(signInPath(destination))
  return (
    <AuthPage
      title="Two-factor authentication"
      description={`Enter the code from your authenticator app for ${email}, or a recovery code.`}
      other={{ question: 'Not you?', label: 'Sign in another way', href: signInPath(destination) }}
    >
      <CodeForm destination={destination} />
    </AuthPage>
  )
}
