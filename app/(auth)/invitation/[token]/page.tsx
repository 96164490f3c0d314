import type { Metadata } from 'next'
import Link from 'next/link'
import { AcceptInvitation, SignOutHere } from '@/components/account/identity/accept-invitation'
import { AuthPage } from '@/components/account/identity/auth-page'
import { OtherSignIns } from '@/components/account/identity/other-sign-ins'
import { SignUpForm } from '@/components/account/identity/sign-up-form'
import { roleLabels } from '@/components/account/organization/role-labels'
import { Button } from '@/components/ui/button'
import type { InvitationPreview } from '@/lib/account/organizations/schema'
import { pageApi, readSession } from '@/lib/client/page-api'
import { paths, signInPath } from '@/lib/client/paths'

export const metadata: Metadata = {
  title: 'Invitation',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

type InvitationPageProps = { params: Promise<{ token: string }> }

/** Opening the page does not use up the link: mail programs open links before people do. */
export default async function InvitationPage({ params }: InvitationPageProps) {
  const { token } = await params
  const [invitation, session] = await Promise.all([pageApi().readInvitation(token), readSession()])
  if (invitation?.status !== 'pending') return <UnusableInvitation status={invitation?.status} />
  if (session === null) return <NewMember token={token} invitation={invitation} />
  const title = `Join ${invitation.organization.name}`
  if (invitation.email !== null && invitation.email !== session.email)
    return (
      <AuthPage
        title={title}
        description={
          <>
            This invitation is for <Email>{invitation.email}</Email>, and you are signed in as{' '}
            <Email>{session.email}</Email>. Sign in with the other account to accept it.
          </>
        }
      >
        <SignOutHere />
      </AuthPage>
    )
  return (
    <AuthPage
      title={title}
      description={
        <>
          You are signed in as <Email>{session.email}</Email>. Your role will be {roleLabels[invitation.role]}
          .
        </>
      }
      other={{ question: 'Not now?', label: 'Go to the console', href: paths.console }}
    >
      <AcceptInvitation token={token} />
    </AuthPage>
  )
}

function Email({ children }: { children: string }) {
  return <span className="font-medium wrap-anywhere text-foreground">{children}</span>
}

function NewMember({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const options = pageApi().readSignInOptions()
  const here = paths.invitation(token)
  return (
    <AuthPage
      title={`Join ${invitation.organization.name}`}
      description={`Create an account, or sign in with the one you have. Your role will be ${roleLabels[invitation.role]}.`}
      other={{ question: 'Have an account?', label: 'Sign in', href: signInPath(here) }}
    >
      <SignUpForm
        destination={paths.console}
        invitation={{ token, ...(invitation.email !== null && { email: invitation.email }) }}
      />
      <OtherSignIns options={{ ...options, demo: 'off' }} destination={here} />
    </AuthPage>
  )
}

const reasons = {
  accepted: 'It was already accepted. Each invitation works once.',
  expired: 'It has expired. Ask the person who invited you for a new one.',
}

function UnusableInvitation({ status }: { status: keyof typeof reasons | undefined }) {
  return (
    <AuthPage
      title="This invitation does not work"
      description={
        status
          ? reasons[status]
          : 'It was withdrawn or replaced by a new one. Ask the person who invited you.'
      }
    >
      <Button asChild variant="default" size="lg">
        <Link href={paths.console}>Go to the console</Link>
      </Button>
    </AuthPage>
  )
}
