'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { Setting as Row } from '@/components/account/settings/profile-panel'
import { Loaded } from '@/components/data/loaded'
import { RelativeTime } from '@/components/data/relative-time'
import { SavedField } from '@/components/forms/saved-field'
import { Page, PageHeader } from '@/components/layout/page'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Switch } from '@/components/ui/switch'
import { toast } from '@/components/ui/toast'
import { changeSettingsMutation, settingsQuery } from '@/lib/operator/settings/queries'
import type { Setting, SettingList, SettingSection, SettingValue } from '@/lib/operator/settings/schema'
import { LinksField } from './links-field'
import { RateLimitsForm } from './rate-limits-form'
import { AlertWebhookSettings, LogoSetting, MailTest } from './section-extras'

const descriptions: Partial<Record<SettingSection, string>> = {
  'Rate limits':
    'Requests per minute, per API key or signed-in user unless stated otherwise. Empty fields follow the environment or the default.',
  Mail: 'Password resets, alerts and other email. Nothing is sent until both are set.',
  'Operator alerts':
    'Failing providers, a stalled queue, an unbalanced ledger, changed prices. Each alert is sent once, by mail to operators and by webhook.',
}

/** Settings that can be changed at run time. The environment has the defaults; values set here override them. */
export function SettingsPage() {
  const settings = useQuery(settingsQuery())
  return (
    <Page>
      <PageHeader
        title="Site settings"
        description="Changes apply immediately and are recorded in the audit log. Unset values come from the environment."
      />
      {settings.data ? (
        [...new Set(settings.data.data.map(({ section }) => section))].map((section) => (
          <Section key={section} section={section} list={settings.data} />
        ))
      ) : (
        <Panel>
          <Loaded query={settings} what="settings" rows={8}>
            {() => null}
          </Loaded>
        </Panel>
      )}
    </Page>
  )
}

function Section({ section, list }: { section: SettingSection; list: SettingList }) {
  const below: Partial<Record<SettingSection, ReactNode>> = {
    Installation: <LogoSetting url={list.logo_url} />,
    Mail: <MailTest />,
    'Operator alerts': <AlertWebhookSettings />,
  }
  const settings = list.data.filter((one) => one.section === section)
  return (
    <Panel>
      <PanelHeader title={section} description={descriptions[section]} />
      {section === 'Rate limits' ? (
        <RateLimitsForm settings={settings} />
      ) : (
        <dl className="divide-y divide-border">
          {settings.map((setting) => (
            <SettingRow key={setting.key} setting={setting} />
          ))}
          {below[section]}
        </dl>
      )}
    </Panel>
  )
}

type SaveSetting = (value: SettingValue) => Promise<unknown>

/** One setting: its value, where the value comes from, and a way back to the default. */
function SettingRow({ setting }: { setting: Setting }) {
  const router = useRouter()
  const change = useMutation(changeSettingsMutation())
  const save: SaveSetting = async (value) => {
    await change.mutateAsync({ set: { [setting.key]: value } })
    toast.success(`${setting.label} saved`)
    router.refresh() // the name is rendered by the server
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
  const text = textOf(kind, value)
  const isSecret = kind === 'secret'
  return (
    <SavedField
      // Mounted again once saved, so the secret does not stay in the page.
      key={isSecret ? updated_at : key}
      label={label}
      hideLabel
      value={isSecret ? '' : text}
      type={isSecret ? 'password' : kind === 'url' ? 'url' : 'text'}
      problem={kind === 'percent' ? percentProblem : emptyProblem}
      onSave={(line) => save(kind === 'percent' ? fractionOf(line) : line)}
      {...(kind === 'usd' && { prefix: '$' })}
      {...(kind !== 'text' && kind !== 'url' && !isSecret && { inputMode: 'decimal', className: 'max-w-40' })}
      {...(isSecret && { placeholder: text || 'smtp://user:password@host:587' })}
    />
  )
}

const emptyProblem = (line: string) =>
  line === '' ? 'Enter a value, or reset to the default below.' : undefined

/** As typed: a fraction as a percentage. */
function textOf(kind: Setting['kind'], value: SettingValue): string {
  if (value === null || typeof value === 'object') return ''
  return kind === 'percent' ? String(Math.round(Number(value) * 1e8) / 1e6) : String(value)
}

const fractionOf = (percent: string) => String(Math.round(Number(percent) * 1e6) / 1e8)

const percentProblem = (line: string) =>
  /^\d{1,3}(?:\.\d{1,4})?$/.test(line) ? undefined : 'Enter a percentage, such as 5 or 2.5.'

type SourceProps = { setting: Setting; onReset: () => void; isBusy: boolean }

function Source({ setting, onReset, isBusy }: SourceProps) {
  const { key, kind, label, source, usual, updated_at } = setting
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-faint-foreground">
      <Badge tone={source === 'console' ? 'accent' : 'neutral'}>
        {source === 'console'
          ? 'Set in console'
          : source === 'environment'
            ? 'From the environment'
            : 'Default'}
      </Badge>
      {updated_at === null ? (
        <code className="font-mono break-all">{key}</code>
      ) : (
        <>
          <RelativeTime at={updated_at} />
          <Button size="sm" variant="ghost" disabled={isBusy} onClick={onReset}>
            <span>
              {resetText(Array.isArray(usual) && usual.length > 0 ? ENVIRONMENT : textOf(kind, usual))}
              <span className="sr-only">: {label}</span>
            </span>
          </Button>
        </>
      )}
    </p>
  )
}

const ENVIRONMENT = 'the environment’s value'

/** Says which value a reset leads to. */
function resetText(usual: string): string {
  if (usual === '') return 'Clear'
  return `Reset to ${usual.length > 30 ? ENVIRONMENT : usual}`
}
