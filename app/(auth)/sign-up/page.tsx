import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { AuthPage } from '@/components/account/identity/auth-page'
import { OtherSignIns } from '@/components/account/identity/other-sign-ins'
import { SignUpForm } from '@/components/account/identity/sign-up-form'
import { Button } from '@/components/ui/button'
import { formatMoney } from '@/lib/client/format/money'
import { pageApi, readSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Sign up' }

export default async function SignUpPage() {
  if (await readSession()) redirect(paths.console)
  const options = pageApi().readSignInOptions()
  if (!options.isSignUpOpen) return <ClosedSignUp />
  return (
    <AuthPage
      title="Sign up"
      description={`Create an account to get an API key. No email confirmation.${trialNote()}`}
      other={{ question: 'Have an account?', label: 'Sign in', href: paths.signIn }}
    >
      <SignUpForm destination={paths.console} />
      <OtherSignIns options={{ ...options, demo: 'off' }} destination={paths.console} />
    </AuthPage>
  )
}

function trialNote(): string {
  const usd = pageApi().readTrialUsd()
  return Number(usd) > 0 ? ` Starts with ${formatMoney(usd, 'payment')} of trial credit.` : ''
}

function ClosedSignUp() {
  return (
    <AuthPage
      title="Sign-up is closed"
      description="New accounts cannot be created here. Ask the operator of this service for one."
    >
      <Button asChild variant="default" size="lg">
        <Link href={paths.signIn}>Sign in</Link>
      </Button>
    </AuthPage>
  )
}
