'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Setting as Row } from '@/components/account/settings/profile-panel'
import { RelativeTime } from '@/components/data/relative-time'
import { SavedField } from '@/components/forms/saved-field'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Switch } from '@/components/ui/switch'
import { toast } from '@/components/ui/toast'
import { changeSettingsMutation } from '@/lib/operator/settings/queries'
import type { Setting, SettingValue } from '@/lib/operator/settings/schema'
import { LinksField } from './links-field'

type SaveSetting = (value: SettingValue) => Promise<unknown>

/** One setting: what is in force, where that comes from, and the way back to the environment. */
export function SettingRow({ setting }: { setting: Setting }) {
  const router = useRouter()
  const change = useMutation(changeSettingsMutation())
  const save: SaveSetting = async (value) => {
    await change.mutateAsync({ set: { [setting.key]: value } })
    toast.success(`${setting.label} saved`)
    router.refresh() // the server draws the name
  }
  const reset = () =>
    change.mutate(
      { reset: [setting.key] },
      { onSuccess: () => router.refresh(), onError: (error) => toast.error(error.message) },
    )
  return (
    <Row name={setting.label} {...(setting.help && { hint: setting.help })}>
      <div className="flex w-full max-w-md min-w-0 flex-col gap-2">
        <Control setting={setting} save={save} isSaving={change.isPending} />
        <Source setting={setting} onReset={reset} isBusy={change.isPending} />
      </div>
    </Row>
  )
}

type ControlProps = { setting: Setting; save: SaveSetting; isSaving: boolean }

function Control({ setting, save, isSaving }: ControlProps) {
  const { key, kind, label, value, updated_at } = setting
  if (kind === 'switch')
    return (
      <Switch
        aria-label={label}
        checked={value === 'on'}
        disabled={isSaving}
        onCheckedChange={(isOn) =>
          save(isOn ? 'on' : 'off').catch((error: unknown) =>
            toast.error(error instanceof Error ? error.message : String(error)),
          )
        }
      />
    )
  if (kind === 'links')
    return <LinksField key={updated_at} links={Array.isArray(value) ? value : []} save={save} />
  const text = value === null || typeof value === 'object' ? '' : String(value)
  const isSecret = kind === 'secret'
  return (
    <SavedField
      // Anew once it is saved: a secret must not stay in the page.
      key={isSecret ? updated_at : key}
      label={label}
      hideLabel
      value={isSecret ? '' : text}
      type={isSecret ? 'password' : kind === 'url' ? 'url' : 'text'}
      problem={emptyProblem}
      onSave={save}
      {...(kind === 'usd' && { prefix: '$' })}
      {...(kind !== 'text' && kind !== 'url' && !isSecret && { inputMode: 'decimal', className: 'max-w-40' })}
      {...(isSecret && { placeholder: text || 'smtp://user:password@host:587' })}
    />
  )
}

const emptyProblem = (line: string) =>
  line === '' ? 'Enter a value, or go back to the default below.' : undefined

type SourceProps = { setting: Setting; onReset: () => void; isBusy: boolean }

function Source({ setting, onReset, isBusy }: SourceProps) {
  const { key, label, source, usual, updated_at } = setting
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-faint">
      <Badge tone={source === 'console' ? 'accent' : 'neutral'}>
        {source === 'console' ? 'Set here' : source === 'environment' ? 'From the environment' : 'Default'}
      </Badge>
      {updated_at === null ? (
        <code className="font-mono break-all">{key}</code>
      ) : (
        <>
          <RelativeTime at={updated_at} />
          <Button size="sm" variant="ghost" disabled={isBusy} onClick={onReset}>
            <span>
              {resetText(usual)}
              <span className="sr-only">: {label}</span>
            </span>
          </Button>
        </>
      )}
    </p>
  )
}

/** What the way back leads to. */
function resetText(usual: SettingValue): string {
  if (usual === null || usual === '' || (Array.isArray(usual) && usual.length === 0)) return 'Clear'
  const text = typeof usual === 'object' ? '' : String(usual)
  return text === '' || text.length > 30 ? 'Reset to the environment’s' : `Reset to ${text}`
}
