'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { notOver } from '@/components/forms/form-errors'
import { Alert } from '@/components/ui/alert'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { callApi } from '@/lib/client/api-client'
import { ApiError } from '@/lib/client/api-error'
import { apiPaths } from '@/lib/client/paths'
import { Account, PASSWORD_MIN_LENGTH } from '@/lib/identity/schema'
import { EmailField, PasswordField, SubmitButton } from './auth-fields'
import { signInWith } from './other-ways-in'

const SignUpFields = z.object({
  name: z.string().trim().min(1, 'Enter your name.').check(notOver(100)),
  email: z.string().trim().pipe(z.email('Enter an email address.')),
  password: z
    .string()
    .min(PASSWORD_MIN_LENGTH, `At least ${PASSWORD_MIN_LENGTH} characters.`)
    .check(notOver(200)),
})
type SignUpFields = z.infer<typeof SignUpFields>

const isField = (name: string | null): name is keyof SignUpFields =>
  name !== null && name in SignUpFields.shape

export function SignUpForm({ destination }: { destination: string }) {
  const { register, handleSubmit, setError, formState } = useForm<SignUpFields>({
    resolver: zodResolver(SignUpFields),
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const submit = handleSubmit(async (form) => {
    try {
      await callApi(apiPaths.signUp, { method: 'POST', body: form, reply: Account })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setError(isField(error.param) ? error.param : 'root', { message: error.message })
      return
    }
    const problem = await signInWith({ provider: 'credentials', email: form.email, password: form.password })
    if (problem) setError('root', { message: `Your account was made. ${problem}` })
    else window.location.assign(destination)
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {errors.root?.message && <Alert tone="danger">{errors.root.message}</Alert>}
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="name" className="h-10" />}
      </Field>
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
