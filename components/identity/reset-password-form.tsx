'use client'

import { useRouter } from 'next/navigation'
import { z } from 'zod'
import { useApiForm } from '@/components/forms/api-form'
import { Alert } from '@/components/ui/alert'
import { ApiError, callApi } from '@/lib/client/api-client'
import { sentenceOf } from '@/lib/client/format/text'
import { apiPaths, paths } from '@/lib/client/paths'
import { PASSWORD_MIN_LENGTH, PasswordWasReset } from '@/lib/identity/schema'
import { NewPassword, PasswordField, PasswordOwner, SubmitButton } from './auth-fields'

const Fields = z.object({ password: NewPassword })

type ResetPasswordFormProps = { token: string; email: string }

export function ResetPasswordForm({ token, email }: ResetPasswordFormProps) {
  const router = useRouter()
  const { register, submit, formState } = useApiForm({
    schema: Fields,
    fieldOf: { new_password: 'password' },
    send: async ({ password }) => {
      const body = { token, new_password: password }
      try {
        await callApi(apiPaths.resetPassword, { method: 'POST', body, reply: PasswordWasReset })
      } catch (error) {
        // The page says so, and what to do.
        if (error instanceof ApiError && error.code === 'link_unusable') router.refresh()
        throw error
      }
      // Not a step back: the link is used up.
      window.location.replace(paths.signInAfterReset)
    },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
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
