'use client'

import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { changeSettingsMutation } from '@/lib/operator/settings/queries'
import type { Setting } from '@/lib/operator/settings/schema'

const Limits = z.record(
  z.string(),
  z
    .string()
    .trim()
    .regex(/^\d{0,9}$/, 'Enter a whole number.'),
)

/** What an operator set; empty for the default. */
const textOf = ({ source, value }: Setting) => (source === 'console' ? String(value) : '')

/** All rate limits, saved together. An empty field follows the environment or the default, which it shows. */
export function RateLimitsForm({ settings }: { settings: readonly Setting[] }) {
  const change = useMutation(changeSettingsMutation())
  const { register, submit, formState } = useApiForm({
    schema: Limits,
    values: Object.fromEntries(settings.map((setting) => [setting.key, textOf(setting)])),
    send: async (typed) => {
      const changed = settings.filter((setting) => typed[setting.key] !== textOf(setting))
      const isSet = ({ key }: Setting) => typed[key] !== ''
      await change.mutateAsync({
        set: Object.fromEntries(changed.filter(isSet).map(({ key }) => [key, Number(typed[key])])),
        reset: changed.filter((setting) => !isSet(setting)).map(({ key }) => key),
      })
      toast.success('Rate limits saved')
    },
  })
  const { errors, isDirty, isSubmitting } = formState
  return (
    <form noValidate onSubmit={submit}>
      <div className="grid gap-4 p-4 sm:grid-cols-2 lg:grid-cols-3">
        {settings.map(({ key, label, help, usual }) => (
          <FormText
            key={key}
            label={label}
            hint={help || undefined}
            inputMode="numeric"
            autoComplete="off"
            className="figures"
            placeholder={String(usual)}
            registration={register(key)}
            error={errors[key]?.message}
          />
        ))}
      </div>
      <div className="flex flex-col items-end gap-3 border-t border-border p-3">
        {errors.root && (
          <Alert tone="danger" className="w-full">
            {errors.root.message}
          </Alert>
        )}
        <Button type="submit" disabled={!isDirty} loading={isSubmitting}>
          Save rate limits
        </Button>
      </div>
    </form>
  )
}
