import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuthPage } from '@/components/account/identity/auth-page'
import { OtherSignIns } from '@/components/account/identity/other-sign-ins'
import { SignInForm, SignInNotice } from '@/components/account/identity/sign-in-form'
import { describeSignInError } from '@/lib/account/identity/schema'
import { pageApi, readCookies, readSession } from '@/lib/client/page-api'
import { paths, sameOriginPath } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Sign in' }

type SignInPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { callbackUrl, error, ...notice } = await searchParams
  const destination = sameOriginPath(typeof callbackUrl === 'string' ? callbackUrl : null, paths.console)
  if (await readSession()) redirect(destination)
  const options = await pageApi().readSignInOptionsFor(await readCookies())
  return (
    <AuthPage
      title="Sign in"
      description="Access your API keys, usage and the playground."
      {...(options.isSignUpOpen && {
        other: { question: 'No account yet?', label: 'Sign up', href: paths.signUp },
      })}
    >
      {error === undefined && <SignInNotice happened={notice} />}
      <SignInForm
        destination={destination}
        sendsMail={options.sendsMail}
        failure={typeof error === 'string' ? describeSignInError(error) : null}
      />
      <OtherSignIns options={options} destination={destination} />
    </AuthPage>
  )
}
