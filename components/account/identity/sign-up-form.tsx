'use client'

import { z } from 'zod'
import { maxCharacters, useApiForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
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

export function SignUpForm({ destination }: { destination: string }) {
  const { register, submit, formState } = useApiForm({
    schema: SignUpFields,
    send: async (form) => {
      await callApi(apiPaths.signUp, { method: 'POST', body: form, reply: Account })
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
      <EmailField registration={register('email')} error={errors.email?.message} />
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
