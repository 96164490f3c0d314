import type { Metadata } from 'next'
import { DataRulesPanel } from '@/components/account/settings/data-rules-panel'
import { DeleteAccountPanel, ProfilePanel, Setting } from '@/components/account/settings/profile-panel'
import { SessionsPanel } from '@/components/account/settings/sessions-panel'
import { SignInPanel } from '@/components/account/settings/sign-in-panel'
import { ThemeChoice } from '@/components/account/settings/theme-choice'
import { Page, PageHeader } from '@/components/layout/page'
import { Allowed } from '@/components/layout/permissions'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { pageApi, requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage() {
  const session = await requireSession(paths.settings)
  const options = pageApi().readSignInOptions()
  return (
    <Page>
      <PageHeader title="Settings" />
      <ProfilePanel
        name={session.name}
        email={session.email}
        customerId={session.customerId}
        sendsMail={options.sendsMail}
      />
      <SignInPanel options={options} />
      <Allowed to="settings.manage">
        <DataRulesPanel />
      </Allowed>
      <Panel>
        <PanelHeader title="Appearance" />
        <dl>
          <Setting name="Theme" hint="Saved in this browser">
            <ThemeChoice />
          </Setting>
        </dl>
      </Panel>
      <SessionsPanel />
      <DeleteAccountPanel isOperator={session.isOperator} />
    </Page>
  )
}
