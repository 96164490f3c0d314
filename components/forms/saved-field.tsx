'use client'

import type { ComponentProps, ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useApiForm } from './api-form'

type SavedFieldProps = {
  label: string
  hint?: ReactNode
  /** What is saved now. */
  value: string
  /** What may be saved; any line by default. */
  schema?: z.ZodType<string, string>
  /** Rejects with the reason when it cannot be saved. */
  onSave: (value: string) => Promise<unknown>
  type?: 'text' | 'url' | 'email' | 'password'
  inputMode?: 'decimal'
  placeholder?: string
  /** Stands inside the box, before the text: a currency sign. */
  prefix?: string
  disabled?: boolean
  hideLabel?: boolean
  className?: string
}

const AnyLine = z.string().trim()

/** `reset` keeps what was typed otherwise, as a new saved value does. */
const whole = { keepDirtyValues: false }

/** A setting that is one line of text: it is saved by itself, and Escape takes back what was typed. */
export function SavedField(props: SavedFieldProps) {
  const { label, hint, hideLabel, value, schema = AnyLine, onSave, prefix, className, ...box } = props
  const { control, reset, submit, formState } = useApiForm({
    schema: z.object({ line: schema }),
    values: { line: value },
    // What is being typed stays when the saved value arrives or changes.
    resetOptions: { keepDirtyValues: true },
    otherwise: 'line',
    send: async ({ line }) => {
      await onSave(line)
      reset({ line }, whole)
    },
  })
  const { field, fieldState } = useController({ control, name: 'line' })
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && reset(undefined, whole)}
    >
      <Field label={label} hint={hint} error={fieldState.error?.message} hideLabel={hideLabel ?? false}>
        {(labelled) => (
          <div className="flex items-center gap-2">
            <PrefixedInput
              {...labelled}
              {...box}
              {...field}
              prefix={prefix}
              className={cn('min-w-0 flex-1', className)}
              autoComplete="off"
            />
            <Button type="submit" disabled={!formState.isDirty} loading={formState.isSubmitting}>
              Save
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

type PrefixedInputProps = Omit<ComponentProps<typeof Input>, 'prefix'> & {
  /** Stands inside the box, before the text: a currency sign. */
  prefix: string | undefined
}

export function PrefixedInput({ prefix, className, ...input }: PrefixedInputProps) {
  return (
    <div className={cn('relative', className)}>
      {prefix && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-sm text-faint"
        >
          {prefix}
        </span>
      )}
      <Input {...input} className={cn(prefix && 'figures pl-6')} />
    </div>
  )
}
