'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { profileQuery } from '@/lib/identity/queries'
import { DeleteAccountForm } from './delete-account-form'
import { Setting } from './setting'

/** The way out. An account that runs the installation has none: somebody has to be left. */
export function DeleteAccountPanel({ isOperator }: { isOperator: boolean }) {
  const [open, setOpen] = useState(false)
  const { data: profile } = useQuery(profileQuery())
  return (
    <Panel>
      <PanelHeader title="Account" />
      <dl>
        <Setting name="Delete account" hint="Cannot be undone">
          {profile?.is_demo || isOperator ? (
            'An operator’s account cannot be deleted.'
          ) : (
            <Button variant="danger-quiet" disabled={!profile} onClick={() => setOpen(true)}>
              Delete account
            </Button>
          )}
        </Setting>
      </dl>
      {profile && (
        <Dialog open={open} onOpenChange={setOpen}>
          <DialogContent onInteractOutside={(event) => event.preventDefault()}>
            <DeleteAccountForm profile={profile} onCancel={() => setOpen(false)} />
          </DialogContent>
        </Dialog>
      )}
    </Panel>
  )
}
