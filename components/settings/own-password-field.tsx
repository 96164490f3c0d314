import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { FormText } from '@/components/forms/text-field'
import { PasswordOwner } from '@/components/identity/auth-fields'
import type { Profile } from '@/lib/identity/schema'

/** What has to be typed; nothing where there is no password yet. */
export function ownPassword({ has_password }: Profile) {
  return z.string().min(has_password ? 1 : 0, 'Enter your password.')
}

type OwnPasswordFieldProps = {
  label: string
  /** Whose it is. */
  email: string
  registration: UseFormRegisterReturn
  error: string | undefined
}

/** The password that a person has, asked for again before something that a stranger at the screen must not do. */
export function OwnPasswordField({ email, ...field }: OwnPasswordFieldProps) {
  return (
    <>
      <PasswordOwner email={email} />
      <FormText {...field} type="password" autoComplete="current-password" />
    </>
  )
}
