'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import Link from 'next/link'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Alert } from '@/components/ui/alert'
import { paths } from '@/lib/client/paths'
import { EmailField, PasswordField, SubmitButton } from './auth-fields'
import { signInWith } from './other-ways-in'

const SignInFields = z.object({
  email: z.string().trim().pipe(z.email('Enter your email address.')),
  password: z.string().min(1, 'Enter your password.'),
})
type SignInFields = z.infer<typeof SignInFields>

type SignInFormProps = {
  /** Where to go afterwards; a path of ours. */
  destination: string
  /** Why an earlier attempt, through another service, came to nothing. */
  failure: string | null
  /** Whether a link to set a new password can be mailed. */
  sendsMail: boolean
}

export function SignInForm({ destination, failure, sendsMail }: SignInFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<SignInFields>({
    resolver: zodResolver(SignInFields),
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const submit = handleSubmit(async ({ email, password }) => {
    const problem = await signInWith({ provider: 'credentials', email, password })
    if (problem) setError('root', { message: problem })
    else window.location.assign(destination)
  })
  const problem = errors.root?.message ?? (formState.isSubmitted ? null : failure)
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {problem && <Alert tone="danger">{problem}</Alert>}
      <EmailField registration={register('email')} error={errors.email?.message} />
      <PasswordField
        registration={register('password')}
        autoComplete="current-password"
        error={errors.password?.message}
      />
      <SubmitButton loading={isSubmitting || isSubmitSuccessful}>Sign in</SubmitButton>
      {sendsMail && (
        <p className="text-center text-sm">
          <Link
            href={paths.forgotPassword}
            className="press-line rounded-xs text-muted underline-offset-3 hover:text-ink hover:underline"
          >
            Forgot your password?
          </Link>
        </p>
      )}
    </form>
  )
}
