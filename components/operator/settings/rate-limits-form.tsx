'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { TextField } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { changeSettingsMutation } from '@/lib/operator/settings/queries'
import type { Setting } from '@/lib/operator/settings/schema'

/** What an operator set; empty for the default. */
const textOf = ({ source, value }: Setting) => (source === 'console' ? String(value) : '')

const isLimit = (text: string) => /^\d{0,9}$/.test(text.trim())

/**
 * All rate limits, saved together. An empty field follows the environment or the default, which it shows. In view when the page
 * opens, so it does without the code of our other forms.
 */
export function RateLimitsForm({ settings }: { settings: readonly Setting[] }) {
  const change = useMutation(changeSettingsMutation())
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [isChecked, setChecked] = useState(false)
  const shown = (setting: Setting) => typed[setting.key] ?? textOf(setting)
  const changed = settings.filter((setting) => shown(setting).trim() !== textOf(setting))
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wrong = changed.find((setting) => !isLimit(shown(setting)))
    setChecked(wrong !== undefined)
    if (wrong) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${wrong.key}]`)?.focus()
    const isSet = (setting: Setting) => shown(setting).trim() !== ''
    const body = {
      set: Object.fromEntries(changed.filter(isSet).map((setting) => [setting.key, Number(shown(setting))])),
      reset: changed.filter((setting) => !isSet(setting)).map(({ key }) => key),
    }
    change.mutate(body, {
      onSuccess: () => {
        setTyped({})
        toast.success('Rate limits saved')
      },
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="grid gap-4 p-4 sm:grid-cols-2 lg:grid-cols-3">
        {settings.map((setting) => (
          <TextField
            key={setting.key}
            name={setting.key}
            label={setting.label}
            hint={setting.help || undefined}
            inputMode="numeric"
            autoComplete="off"
            className="figures"
            placeholder={String(setting.usual)}
            value={shown(setting)}
            onChange={(text) => setTyped((before) => ({ ...before, [setting.key]: text }))}
            error={isChecked && !isLimit(shown(setting)) ? 'Enter a whole number.' : undefined}
          />
        ))}
      </div>
      <div className="flex flex-col items-end gap-3 border-t border-border p-3">
        {change.error && (
          <Alert tone="danger" className="w-full">
            {change.error.message}
          </Alert>
        )}
        <Button type="submit" disabled={changed.length === 0} loading={change.isPending}>
          Save rate limits
        </Button>
      </div>
    </form>
  )
}
