'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '@/components/data/loaded'
import { Page, PageHeader } from '@/components/layout/page'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { settingsQuery } from '@/lib/operator/settings/queries'
import type { SettingList, SettingSection } from '@/lib/operator/settings/schema'
import { AlertWebhookSettings } from './alert-webhook'
import { LogoSetting } from './logo-setting'
import { MailTest } from './mail-test'
import { SettingRow } from './setting-row'

const descriptions: Partial<Record<SettingSection, string>> = {
  'Rate limits': 'Requests per minute, per API key or signed-in user unless stated otherwise.',
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
  return (
    <Panel>
      <PanelHeader title={section} description={descriptions[section]} />
      <dl className="divide-y divide-line">
        {list.data
          .filter((one) => one.section === section)
          .map((setting) => (
            <SettingRow key={setting.key} setting={setting} />
          ))}
        {below[section]}
      </dl>
    </Panel>
  )
}
