'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { whenOpened } from '@/components/ui/when-opened'
import { profileQuery } from '@/lib/account/identity/queries'
import { Setting } from './setting'

const DeleteAccountDialog = whenOpened(
  () => import('./account-dialogs').then((module) => module.DeleteAccountDialog),
  ({ open }) => open,
)

/** Operators cannot delete their account: one has to remain. */
export function DeleteAccountPanel({ isOperator }: { isOperator: boolean }) {
  const [open, setOpen] = useState(false)
  const { data: profile } = useQuery(profileQuery())
  return (
    <Panel>
      <PanelHeader title="Account" />
      <dl>
        <Setting name="Delete account" hint="This can’t be undone">
          {profile?.is_demo || isOperator ? (
            'An operator’s account cannot be deleted.'
          ) : (
            <Button variant="danger-quiet" disabled={!profile} onClick={() => setOpen(true)}>
              Delete account
            </Button>
          )}
        </Setting>
      </dl>
      {profile && <DeleteAccountDialog open={open} profile={profile} onDone={() => setOpen(false)} />}
    </Panel>
  )
}
