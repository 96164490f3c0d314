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

/** Looking uses nothing up: mail programs open links before people do. */
export default async function ResetPasswordPage({ params }: ResetPasswordPageProps) {
  const { token } = await params
  const reset = await pageApi().readPasswordReset(token)
  if (reset === null) return <Unusable />
  return (
    <AuthPage
      title="Set a new password"
      description={
        <>
          For <span className="font-medium wrap-anywhere text-ink">{reset.email}</span>. Every session of
          before ends; API keys work on.
        </>
      }
    >
      <ResetPasswordForm token={token} email={reset.email} />
    </AuthPage>
  )
}

function Unusable() {
  const { sendsMail } = pageApi().readSignInOptions()
  return (
    <AuthPage
      title="This link does not work"
      description={`It was used, the password has changed since, or it is older than an hour.${sendsMail ? '' : ' Ask whoever runs this service for a new one.'}`}
      {...(sendsMail && {
        other: { question: 'Remembered it?', label: 'Sign in', href: paths.signIn },
      })}
    >
      <Button asChild variant="primary" size="lg">
        {sendsMail ? (
          <Link href={paths.forgotPassword}>Ask for a new link</Link>
        ) : (
          <Link href={paths.signIn}>Sign in</Link>
        )}
      </Button>
    </AuthPage>
  )
}
