import { TextField } from '@/components/forms/text-field'
import { PasswordOwner } from '@/components/identity/auth-fields'

type OwnPasswordFieldProps = {
  label: string
  /** Whose it is. */
  email: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

/** The password that a person has, asked for again before something that a stranger at the screen must not do. */
export function OwnPasswordField({ email, ...field }: OwnPasswordFieldProps) {
  return (
    <>
      <PasswordOwner email={email} />
      <TextField {...field} type="password" autoComplete="current-password" />
    </>
  )
}
