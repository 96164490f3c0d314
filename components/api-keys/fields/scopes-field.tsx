'use client'

import { useController } from 'react-hook-form'
import { Choice } from '@/components/forms/choice'
import type { KeyScope } from '@/lib/api-keys/schema'
import type { KeyForm } from '../key-form'

const scopes: { value: KeyScope; label: string; hint: string }[] = [
  { value: 'inference', label: 'Inference', hint: 'Call models' },
  { value: 'account:read', label: 'Read the account', hint: 'Balance, usage and keys' },
  { value: 'account:write', label: 'Change the account', hint: 'Create, change and revoke keys' },
]

export function ScopesField() {
  const { field, fieldState } = useController<KeyForm, 'scopes'>({ name: 'scopes' })
  const toggle = (scope: KeyScope, on: boolean) =>
    field.onChange(
      scopes
        .map(({ value }) => value)
        .filter((value) => (value === scope ? on : field.value.includes(value))),
    )
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">Permissions</legend>
      <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-3">
        {scopes.map(({ value, label, hint }) => (
          <Choice
            key={value}
            label={label}
            hint={<span className="whitespace-normal">{hint}</span>}
            checked={field.value.includes(value)}
            onCheckedChange={(on) => toggle(value, on)}
          />
        ))}
      </div>
      {fieldState.error && (
        <p role="alert" className="text-xs text-danger-text">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}
