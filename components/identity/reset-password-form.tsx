'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { notOver } from '@/components/forms/form-errors'
import { Alert } from '@/components/ui/alert'
import { callApi } from '@/lib/client/api-client'
import { ApiError } from '@/lib/client/api-error'
import { apiPaths, paths } from '@/lib/client/paths'
import { sentenceOf } from '@/lib/client/sentence-of'
import { PASSWORD_MIN_LENGTH, PasswordWasReset } from '@/lib/identity/schema'
import { PasswordField, PasswordOwner, SubmitButton } from './auth-fields'

const Fields = z.object({
  password: z
    .string()
    .min(PASSWORD_MIN_LENGTH, `At least ${PASSWORD_MIN_LENGTH} characters.`)
    .check(notOver(200)),
})
type Fields = z.infer<typeof Fields>

type ResetPasswordFormProps = { token: string; email: string }

export function ResetPasswordForm({ token, email }: ResetPasswordFormProps) {
  const router = useRouter()
  const { register, handleSubmit, setError, formState } = useForm<Fields>({ resolver: zodResolver(Fields) })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const submit = handleSubmit(async ({ password }) => {
    try {
      const body = { token, new_password: password }
      await callApi(apiPaths.resetPassword, { method: 'POST', body, reply: PasswordWasReset })
      // Not a step back: the link is used up.
      window.location.replace(paths.signInAfterReset)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setError(error.param === 'new_password' ? 'password' : 'root', { message: sentenceOf(error) })
      if (error.code === 'link_unusable') router.refresh() // the page says so, and what to do
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {errors.root?.message && <Alert tone="danger">{errors.root.message}</Alert>}
      <PasswordOwner email={email} />
      <PasswordField
        label="New password"
        registration={register('password')}
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
        error={errors.password?.message}
      />
      <SubmitButton loading={isSubmitting || isSubmitSuccessful}>Save password</SubmitButton>
    </form>
  )
}
