import type { Metadata } from 'next'
import Link from 'next/link'
import { AuthPage } from '@/components/account/identity/auth-page'
import { ForgotPasswordForm } from '@/components/account/identity/lost-password-forms'
import { Button } from '@/components/ui/button'
import { pageApi } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Forgot your password?' }

export default function ForgotPasswordPage() {
  if (!pageApi().readSignInOptions().sendsMail) return <WithoutMail />
  return (
    <AuthPage
      title="Forgot your password?"
      description="Enter your email, and we’ll send you a link to set a new password."
      other={{ question: 'Remembered it?', label: 'Sign in', href: paths.signIn }}
    >
      <ForgotPasswordForm />
    </AuthPage>
  )
}

function WithoutMail() {
  return (
    <AuthPage
      title="Forgot your password?"
      description="This service does not send email. Ask the operator of this service for a link to set a new password."
    >
      <Button asChild variant="default" size="lg">
        <Link href={paths.signIn}>Sign in</Link>
      </Button>
    </AuthPage>
  )
}
