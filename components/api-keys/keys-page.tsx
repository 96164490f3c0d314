'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useHydrated } from '@/components/data/use-hydrated'
import { Page, PageHeader } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { keyListQuery } from '@/lib/api-keys/queries'
import { CreateKeyDialog } from './create-key-dialog'
import { EditKeySheet } from './edit-key-sheet'
import type { KeyTask } from './key-actions'
import { KeyList } from './key-list'
import { RevokeKeyDialog } from './revoke-key-dialog'
import { RotateKeyDialog } from './rotate-key-dialog'

export function KeysPage() {
  const keys = useQuery(keyListQuery())
  const [creating, setCreating] = useState(false)
  const isReady = useHydrated()
  const [task, setTask] = useState<KeyTask | null>(null)
  const subject = (kind: KeyTask['kind']) =>
    task?.kind === kind ? keys.data?.find((key) => key.id === task.keyId) : undefined
  const finish = () => setTask(null)
  return (
    <Page>
      <PageHeader
        title="API keys"
        description="Give each program a key of its own, so that it can be limited, watched and revoked by itself."
        actions={
          <Button variant="primary" disabled={!isReady} onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" />
            Create key
          </Button>
        }
      />
      <Panel>
        <KeyList keys={keys} onTask={setTask} onCreate={() => setCreating(true)} />
      </Panel>
      <CreateKeyDialog open={creating} onOpenChange={setCreating} />
      <EditKeySheet apiKey={subject('edit')} onClose={finish} />
      <RotateKeyDialog apiKey={subject('rotate')} onClose={finish} />
      <RevokeKeyDialog apiKey={subject('revoke')} onClose={finish} />
    </Page>
  )
}
