import type { Metadata } from 'next'
import Link from 'next/link'
import { AuthPage } from '@/components/account/identity/auth-page'
import { ResetPasswordForm } from '@/components/account/identity/lost-password-forms'
import { Button } from '@/components/ui/button'
import { pageApi } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = {
  title: 'Set a new password',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

type ResetPasswordPageProps = { params: Promise<{ token: string }> }

/** Opening the page does not use up the link: mail programs open links before people do. */
export default async function ResetPasswordPage({ params }: ResetPasswordPageProps) {
  const { token } = await params
  const reset = await pageApi().readPasswordReset(token)
  if (reset === null) return <InvalidLink />
  return (
    <AuthPage
      title="Set a new password"
      description={
        <>
          For <span className="font-medium wrap-anywhere text-foreground">{reset.email}</span>. This signs out
          all sessions. API keys keep working.
        </>
      }
    >
      <ResetPasswordForm token={token} email={reset.email} />
    </AuthPage>
  )
}

function InvalidLink() {
  const { sendsMail } = pageApi().readSignInOptions()
  return (
    <AuthPage
      title="This link does not work"
      description={`It was used, it is older than an hour, or the password has changed since.${sendsMail ? '' : ' Ask the operator of this service for a new one.'}`}
      {...(sendsMail && {
        other: { question: 'Remembered it?', label: 'Sign in', href: paths.signIn },
      })}
    >
      <Button asChild variant="default" size="lg">
        {sendsMail ? (
          <Link href={paths.forgotPassword}>Request a new link</Link>
        ) : (
          <Link href={paths.signIn}>Sign in</Link>
        )}
      </Button>
    </AuthPage>
  )
}
