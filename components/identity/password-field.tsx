'use client'

import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

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
