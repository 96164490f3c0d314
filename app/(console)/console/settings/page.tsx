import type { Metadata } from 'next'
import { DeleteAccountPanel, ProfilePanel, Setting } from '@/components/account/settings/profile-panel'
import { SessionsPanel } from '@/components/account/settings/sessions-panel'
import { SignInPanel } from '@/components/account/settings/sign-in-panel'
import { ThemeChoice } from '@/components/account/settings/theme-choice'
import { Page, PageHeader } from '@/components/layout/page'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { pageApi, readSession } from '@/lib/client/page-api'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage() {
  const session = await readSession()
  if (!session) return null // The layout redirects to sign-in.
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
      <SessionsPanel />
      <Panel>
        <PanelHeader title="Appearance" />
        <dl>
          <Setting name="Theme" hint="Saved in this browser">
            <ThemeChoice />
          </Setting>
        </dl>
      </Panel>
      <DeleteAccountPanel isOperator={session.isOperator} />
    </Page>
  )
}
