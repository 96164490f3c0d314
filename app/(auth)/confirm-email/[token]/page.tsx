import type { Metadata } from 'next'
import Link from 'next/link'
import { AuthPage } from '@/components/account/identity/auth-page'
import { ConfirmEmail } from '@/components/account/identity/confirm-email'
import { Button } from '@/components/ui/button'
import { pageApi } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = {
  title: 'Confirm your email',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

type ConfirmEmailPageProps = { params: Promise<{ token: string }> }

/** Opening the page does not use up the link: mail programs open links before people do. */
export default async function ConfirmEmailPage({ params }: ConfirmEmailPageProps) {
  const { token } = await params
  const change = await pageApi().readEmailChange(token)
  if (change !== null) return <ConfirmEmail token={token} from={change.from} to={change.to} />
  return (
    <AuthPage
      title="This link does not work"
      description="It was used, replaced by a newer one, or is older than an hour. Settings show the current email of your account."
    >
      <Button asChild variant="default" size="lg">
        <Link href={paths.settings}>Open settings</Link>
      </Button>
    </AuthPage>
  )
}
