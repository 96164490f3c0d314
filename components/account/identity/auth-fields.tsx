'use client'

import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { useHydrated } from '@/components/data/browser'
import { notOver } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { PASSWORD_MIN_LENGTH, typedEmail } from '@/lib/account/identity/schema'

type EmailFieldProps = { registration: UseFormRegisterReturn; error: string | undefined }

export function EmailField(props: EmailFieldProps) {
  return (
    <FormText
      {...props}
      label="Email"
      type="email"
      autoComplete="email"
      placeholder="you@example.com"
      className="h-10"
    />
  )
}

export const TypedEmail = typedEmail('Enter your email address.')

/** A password to be, counted as the API counts it. */
export const NewPassword = z
  .string()
  .normalize('NFKC')
  .refine((text) => [...text].length >= PASSWORD_MIN_LENGTH, `At least ${PASSWORD_MIN_LENGTH} characters.`)
  .check(notOver(200))

type PasswordFieldProps = {
  label?: string
  registration: UseFormRegisterReturn
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  error: string | undefined
}

export function PasswordField(props: PasswordFieldProps) {
  const { label = 'Password', registration, autoComplete, hint, error } = props
  const [shown, setShown] = useState(false)
  return (
    <Field
      label={label}
      error={error}
      {...(hint && !error ? { hint } : {})}
      aside={
        <button
          type="button"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="press-line rounded-xs text-muted underline-offset-3 hover:text-ink hover:underline"
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    >
      {(control) => (
        <Input
          {...control}
          {...registration}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          className="h-10"
        />
      )}
    </Field>
  )
}

/** Password managers look for the account of the password. */
export function PasswordOwner({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />
}

/**
 * Sends a form that holds a password. Until React answers it cannot be pressed, also not by Enter in a field: the browser
 * would send the form by itself, with the password in the address. It looks the same until then.
 */
export function SubmitButton({ loading, children }: { loading: boolean; children: string }) {
  const isReady = useHydrated()
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      disabled={!isReady}
      loading={loading}
      className={isReady ? '' : 'disabled:opacity-100'}
    >
      {children}
    </Button>
  )
}
