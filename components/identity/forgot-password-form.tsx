'use client'

import { useState } from 'react'
import { z } from 'zod'
import { useApiForm } from '@/components/forms/api-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { MailAsked } from '@/lib/identity/schema'
import { EmailField, SubmitButton, TypedEmail } from './auth-fields'

const Fields = z.object({ email: TypedEmail })

export function ForgotPasswordForm() {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const { register, submit, formState } = useApiForm({
    schema: Fields,
    send: async ({ email }) => {
      await callApi(apiPaths.forgotPassword, { method: 'POST', body: { email }, reply: MailAsked })
      setAskedFor(email)
    },
  })
  const { errors, isSubmitting } = formState
  if (askedFor !== null) return <Asked email={askedFor} onAgain={() => setAskedFor(null)} />
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {errors.root?.message && <Alert tone="danger">{errors.root.message}</Alert>}
      <EmailField registration={register('email')} error={errors.email?.message} />
      <SubmitButton loading={isSubmitting}>Mail me a link</SubmitButton>
    </form>
  )
}

/** The same whether or not there is such an account. */
function Asked({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="success" title="Look into your mail">
        If there is an account with <span className="font-medium wrap-anywhere text-ink">{email}</span>, a
        link is on its way there. It works once, for 60 minutes.
      </Alert>
      <Button size="lg" onClick={onAgain}>
        Use another email
      </Button>
    </div>
  )
}
