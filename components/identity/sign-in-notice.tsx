import { Alert } from '@/components/ui/alert'

type SignInNoticeProps = { happened: Record<string, unknown> }

/** What brought somebody to the sign-in page, where the address says so: what was deleted, changed or ended before. */
export function SignInNotice({ happened }: SignInNoticeProps) {
  if (happened.deleted === '1')
    return (
      <Alert tone="success" title="Your account is deleted">
        What you made is erased within the hour. The email is free to sign up with again.
      </Alert>
    )
  if (happened.reset === '1')
    return (
      <Alert tone="success" title="Your password is changed">
        Every session of before has ended. Sign in with the new one.
      </Alert>
    )
  if (happened.ended === '1')
    return <Alert title="Your session has ended">Sign in to go on where you were.</Alert>
  return null
}
