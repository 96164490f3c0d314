'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Alert } from '@/components/ui/alert'
import { EmailField } from './email-field'
import { PasswordField } from './password-field'
import { signInWith } from './sign-in-with'
import { SubmitButton } from './submit-button'

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
}

export function SignInForm({ destination, failure }: SignInFormProps) {
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
    </form>
  )
}
