import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { AuthPage } from '@/components/identity/auth-page'
import { OtherWaysIn } from '@/components/identity/other-ways-in'
import { SignUpForm } from '@/components/identity/sign-up-form'
import { paths } from '@/lib/client/paths'
import { readSession } from '@/lib/identity/read-session'
import { readSignInOptions } from '@/lib/identity/read-sign-in-options'

export const metadata: Metadata = { title: 'Sign up' }

export default async function SignUpPage() {
  if (await readSession()) redirect(paths.console)
  const options = readSignInOptions(await headers())
  return (
    <AuthPage
      title="Sign up"
      description={
        options.isSignUpOpen
          ? 'An account with keys, usage and a balance of its own. No email has to be confirmed.'
          : 'Signing up is closed here. Ask whoever runs this service for an account.'
      }
      other={{ question: 'Have an account?', label: 'Sign in', href: paths.signIn }}
    >
      {options.isSignUpOpen && (
        <>
          <SignUpForm destination={paths.console} />
          <OtherWaysIn options={{ ...options, demo: false }} destination={paths.console} />
        </>
      )}
    </AuthPage>
  )
}
