'use client'

import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { useHydrated } from '@/components/data/browser'
import { FormText } from '@/components/forms/text-field'
import { maxCharacters } from '@/components/forms/use-api-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { PASSWORD_MIN_LENGTH, typedEmail } from '@/lib/account/identity/schema'

type EmailFieldProps = {
  registration: UseFormRegisterReturn
  error: string | undefined
  readOnly?: boolean
}

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

/** A new password, counted as the API counts it. */
export const NewPassword = z
  .string()
  .normalize('NFKC')
  .refine((text) => [...text].length >= PASSWORD_MIN_LENGTH, `At least ${PASSWORD_MIN_LENGTH} characters.`)
  .check(maxCharacters(200))

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
          className="press-line rounded-xs text-muted-foreground underline-offset-3 hover:text-foreground hover:underline"
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

/** Hidden, for password managers. */
export function PasswordOwner({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />
}

/**
 * Submits a form that holds a password. Disabled until hydration, so that the browser cannot submit the form itself, with the
 * password in the URL. It looks enabled meanwhile.
 */
export function SubmitButton({ loading, children }: { loading: boolean; children: string }) {
  const isReady = useHydrated()
  return (
    <Button
      type="submit"
      variant="default"
      size="lg"
      disabled={!isReady}
      loading={loading}
      className={isReady ? '' : 'disabled:opacity-100'}
    >
      {children}
    </Button>
  )
}
