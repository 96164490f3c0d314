import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

type EmailFieldProps = { registration: UseFormRegisterReturn; error: string | undefined }

export function EmailField({ registration, error }: EmailFieldProps) {
  return (
    <Field label="Email" error={error}>
      {(control) => (
        <Input
          {...control}
          {...registration}
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          className="h-10"
        />
      )}
    </Field>
  )
}
