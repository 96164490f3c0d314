'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { z } from 'zod'
import { useApiForm } from '@/components/forms/use-api-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { MailRequested, PASSWORD_MIN_LENGTH, PasswordWasReset } from '@/lib/account/identity/schema'
import { ApiError, callApi } from '@/lib/client/api-client'
import { apiPaths, paths } from '@/lib/client/paths'
import {
  EmailField,
  NewPassword,
  PasswordField,
  PasswordOwner,
  SubmitButton,
  TypedEmail,
} from './auth-fields'

const ForgotFields = z.object({ email: TypedEmail })

export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { register, submit, formState } = useApiForm({
    schema: ForgotFields,
    send: async ({ email }) => {
      await callApi(apiPaths.forgotPassword, { method: 'POST', body: { email }, reply: MailRequested })
      setSentTo(email)
    },
  })
  const { errors, isSubmitting } = formState
  if (sentTo !== null) return <LinkSent email={sentTo} onAgain={() => setSentTo(null)} />
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {errors.root?.message && <Alert tone="danger">{errors.root.message}</Alert>}
      <EmailField registration={register('email')} error={errors.email?.message} />
      <SubmitButton loading={isSubmitting}>Email me a link</SubmitButton>
    </form>
  )
}

/** The same whether or not the account exists. */
function LinkSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="success" title="Check your email">
        If an account exists for <span className="font-medium wrap-anywhere text-foreground">{email}</span>, a
        link to set a new password was sent. It works once and expires in 60 minutes.
      </Alert>
      <Button variant="outline" size="lg" onClick={onAgain}>
        Use another email
      </Button>
    </div>
  )
}

const ResetFields = z.object({ password: NewPassword })

type ResetPasswordFormProps = { token: string; email: string }

export function ResetPasswordForm({ token, email }: ResetPasswordFormProps) {
  const router = useRouter()
  const { register, submit, formState } = useApiForm({
    schema: ResetFields,
    fieldOf: { new_password: 'password' },
    send: async ({ password }) => {
      const body = { token, new_password: password }
      try {
        await callApi(apiPaths.resetPassword, { method: 'POST', body, reply: PasswordWasReset })
      } catch (error) {
        // The reloaded page explains it.
        if (error instanceof ApiError && error.code === 'link_unusable') router.refresh()
        throw error
      }
      // Replaced, so that Back does not return to a used link.
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
