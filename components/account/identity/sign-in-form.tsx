'use client'

import Link from 'next/link'
import { useState } from 'react'
import { z } from 'zod'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { Alert } from '@/components/ui/alert'
import { describeSignInError } from '@/lib/account/identity/schema'
import { paths } from '@/lib/client/paths'
import { EmailField, PasswordField, SubmitButton, TypedEmail } from './auth-fields'
import { signInWith } from './other-sign-ins'

const SignInFields = z.object({
  email: TypedEmail,
  password: z.string().min(1, 'Enter your password.'),
  /** Requested when the password was right. */
  code: z.string().trim().default(''),
})

const codeNeeded = describeSignInError('CodeNeeded')

type SignInFormProps = {
  /** Path to open afterwards. */
  destination: string
  /** The message of a failed sign-in through another service. */
  failure: string | null
  /** Whether a link to set a new password can be mailed. */
  sendsMail: boolean
}

export function SignInForm({ destination, failure, sendsMail }: SignInFormProps) {
  const [asksCode, setAsksCode] = useState(false)
  const { register, submit, formState } = useApiForm({
    schema: SignInFields,
    send: async ({ email, password, code }) => {
      const problem = await signInWith({ provider: 'credentials', email, password, code })
      if (problem === codeNeeded) setAsksCode(true)
      if (problem) throw new Error(problem)
      window.location.assign(destination)
    },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const found = errors.root?.message ?? (formState.isSubmitted ? null : failure)
  const problem = found === codeNeeded ? null : found
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {problem && <Alert tone="danger">{problem}</Alert>}
      <EmailField registration={register('email')} error={errors.email?.message} />
      <PasswordField
        registration={register('password')}
        autoComplete="current-password"
        error={errors.password?.message}
      />
      {asksCode && (
        <FormText
          label="Code"
          hint="From your authenticator app, or a recovery code"
          registration={register('code')}
          error={errors.code?.message}
          autoComplete="one-time-code"
          autoFocus
          className="h-10"
        />
      )}
      <SubmitButton loading={isSubmitting || isSubmitSuccessful}>Sign in</SubmitButton>
      {sendsMail && (
        <p className="text-center text-sm">
          <Link
            href={paths.forgotPassword}
            className="press-line rounded-xs text-muted-foreground underline-offset-3 hover:text-foreground hover:underline"
          >
            Forgot your password?
          </Link>
        </p>
      )}
    </form>
  )
}

const CodeFields = z.object({ code: z.string().trim().min(6, 'Enter the code.') })

/** The two-factor code, after another service has identified the person. */
export function CodeForm({ destination }: { destination: string }) {
  const { register, submit, formState } = useApiForm({
    schema: CodeFields,
    send: async ({ code }) => {
      const problem = await signInWith({ provider: 'second-factor', code })
      if (problem) throw new Error(problem)
      window.location.assign(destination)
    },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <FormText
        label="Code"
        registration={register('code')}
        error={errors.code?.message}
        autoComplete="one-time-code"
        autoFocus
        className="h-10"
      />
      <SubmitButton loading={isSubmitting || isSubmitSuccessful}>Sign in</SubmitButton>
    </form>
  )
}

type SignInNoticeProps = { happened: Record<string, unknown> }

/** What just happened, from the URL of the sign-in page: account deleted, password changed, session ended. */
export function SignInNotice({ happened }: SignInNoticeProps) {
  if (happened.deleted === '1')
    return (
      <Alert tone="success" title="Your account was deleted">
        Your data is erased within the hour. You can sign up with the same email again.
      </Alert>
    )
  if (happened.reset === '1')
    return (
      <Alert tone="success" title="Your password was changed">
        All sessions were signed out. Sign in with the new password.
      </Alert>
    )
  if (happened.ended === '1')
    return <Alert title="Your session has ended">Sign in to continue where you left off.</Alert>
  return null
}
