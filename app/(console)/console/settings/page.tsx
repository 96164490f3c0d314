import type { Metadata } from 'next'
import { Page, PageHeader } from '@/components/layout/page'
import { Setting } from '@/components/settings/setting'
import { ThemeChoice } from '@/components/settings/theme-choice'
import { CopyButton } from '@/components/ui/copy-button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { readSession } from '@/lib/identity/read-session'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage() {
  const session = await readSession()
  if (!session) return null // The layout sends those who are not signed in away.
  return (
    <Page>
      <PageHeader title="Settings" />
      <Panel>
        <PanelHeader title="Profile" />
        <dl className="divide-y divide-line">
          <Setting name="Name">
            <span className="truncate" title={session.name}>
              {session.name}
            </span>
          </Setting>
          <Setting name="E-mail">
            <span className="truncate" title={session.email}>
              {session.email}
            </span>
          </Setting>
          <Setting name="Customer" hint="Owns the keys, the balance and the usage">
            <span className="truncate font-mono text-xs">{session.customerId}</span>
            <CopyButton value={session.customerId} what="the customer’s id" />
          </Setting>
        </dl>
      </Panel>
      <Panel>
        <PanelHeader title="Appearance" />
        <dl>
          <Setting name="Theme" hint="Kept in this browser">
            <ThemeChoice />
          </Setting>
        </dl>
      </Panel>
    </Page>
  )
}
