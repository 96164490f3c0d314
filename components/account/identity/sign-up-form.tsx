'use client'

import { z } from 'zod'
import { FormText } from '@/components/forms/text-field'
import { maxCharacters, useApiForm } from '@/components/forms/use-api-form'
import { Alert } from '@/components/ui/alert'
import { Account, PASSWORD_MIN_LENGTH, typedEmail } from '@/lib/account/identity/schema'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { EmailField, NewPassword, PasswordField, SubmitButton } from './auth-fields'
import { signInWith } from './other-sign-ins'

const SignUpFields = z.object({
  name: z.string().trim().min(1, 'Enter your name.').check(maxCharacters(100)),
  email: typedEmail('Enter an email address.'),
  password: NewPassword,
})

type SignUpFormProps = {
  destination: string
  /** Joins its organization too; `email`: the only one that it is for. */
  invitation?: { token: string; email?: string }
}

export function SignUpForm({ destination, invitation }: SignUpFormProps) {
  const fixed = invitation?.email
  const { register, submit, formState } = useApiForm({
    schema: SignUpFields,
    ...(fixed !== undefined && { defaultValues: { email: fixed } }),
    send: async (form) => {
      const body = { ...form, ...(invitation && { invitation: invitation.token }) }
      await callApi(apiPaths.signUp, { method: 'POST', body, reply: Account })
      const { email, password } = form
      const problem = await signInWith({ provider: 'credentials', email, password })
      if (problem) throw new Error(`Your account was created. ${problem}`)
      window.location.assign(destination)
    },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {errors.root?.message && <Alert tone="danger">{errors.root.message}</Alert>}
      <FormText
        label="Name"
        registration={register('name')}
        error={errors.name?.message}
        autoComplete="name"
        className="h-10"
      />
      <EmailField
        registration={register('email')}
        error={errors.email?.message}
        readOnly={fixed !== undefined}
      />
      <PasswordField
        registration={register('password')}
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
        error={errors.password?.message}
      />
      <SubmitButton loading={isSubmitting || isSubmitSuccessful}>Sign up</SubmitButton>
    </form>
  )
}
