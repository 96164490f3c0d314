'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { RelativeTime } from '@/components/data/relative-time'
import { Page, PageHeader } from '@/components/layout/page'
import { Allowed } from '@/components/layout/permissions'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { ConfirmDialog, whenOpened } from '@/components/ui/when-opened'
import { keyListQuery, revokedKeysQuery, revokeKeyMutation } from '@/lib/account/api-keys/queries'
import type { ApiKeyRecord } from '@/lib/account/api-keys/schema'
import { formatMoney } from '@/lib/client/format/money'
import type { Me } from './key-fields'
import { KeyList, type KeyTask } from './key-list'
import { ProviderKeys } from './provider-keys'

const RotateKeyDialog = whenOpened(
  () => import('./key-dialogs').then((module) => module.RotateKeyDialog),
  ({ apiKey }) => apiKey !== undefined,
)

const EditKeySheet = whenOpened(
  () => import('./edit-key-sheet').then((module) => module.EditKeySheet),
  ({ apiKey }) => apiKey !== undefined,
)

const CreateKeyDialog = whenOpened(() => import('./key-dialogs').then((module) => module.CreateKeyDialog))

const ContentsDialog = whenOpened(
  () => import('./key-dialogs').then((module) => module.ContentsDialog),
  ({ apiKey }) => apiKey !== undefined,
)

export function KeysPage({ me }: { me: Me }) {
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
        description="One key per app: limit, monitor and revoke each separately."
        actions={
          <Allowed to="keys.own">
            <Button variant="default" disabled={!isReady} onClick={() => setCreating(true)}>
              <Plus aria-hidden="true" />
              Create key
            </Button>
          </Allowed>
        }
      />
      <Panel>
        <KeyList keys={keys} onTask={setTask} onCreate={() => setCreating(true)} />
      </Panel>
      <Allowed to="settings.read">
        <ProviderKeys />
      </Allowed>
      <RevokedKeys />
      <CreateKeyDialog me={me} open={creating} onOpenChange={setCreating} />
      <EditKeySheet me={me} apiKey={subject('edit')} onClose={finish} />
      <RotateKeyDialog apiKey={subject('rotate')} onClose={finish} />
      <RevokeKeyDialog apiKey={subject('revoke')} onClose={finish} />
      <ContentsDialog apiKey={subject('contents')} onClose={finish} />
    </Page>
  )
}

/** Collapsed by default: revoked keys still appear by name in past usage. */
function RevokedKeys() {
  const { data } = useQuery(revokedKeysQuery())
  if (!data || data.length === 0) return null
  return (
    <details className="rounded-lg border border-border bg-card">
      <summary className="cursor-pointer px-4 py-3 text-sm font-medium">Revoked keys ({data.length})</summary>
      <ul aria-label="Revoked keys" className="divide-y divide-border border-t border-border">
        {data.map((key) => (
          <li key={key.id} className="flex items-center justify-between gap-4 px-4 py-2.5 text-sm">
            <span className="min-w-0">
              <span className="block truncate text-muted-foreground" dir="auto" title={key.name}>
                {key.name}
              </span>
              <span className="block truncate font-mono text-xs text-faint-foreground">
                {key.key_prefix}…{key.last4}
              </span>
            </span>
            <span className="figures shrink-0 text-right text-xs text-faint-foreground">
              {formatMoney(key.usage_usd, 'sum')} spent
              {key.revoked_at && (
                <span className="block">
                  Revoked <RelativeTime at={key.revoked_at} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

type RevokeKeyDialogProps = { apiKey: ApiKeyRecord | undefined; onClose: () => void }

function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const revoke = useMutation(revokeKeyMutation())
  const confirm = () => {
    if (!apiKey) return
    revoke.mutate(apiKey.id, {
      onSuccess: () => {
        toast.success('Key revoked', { description: apiKey.name })
        onClose()
      },
    })
  }
  return (
    <ConfirmDialog
      open={apiKey !== undefined}
      onOpenChange={(open) => {
        if (open) return
        revoke.reset()
        onClose()
      }}
      title="Revoke this key?"
      description={
        apiKey && (
          <>
            <p>
              Requests with <span className="font-medium break-words text-foreground">{apiKey.name}</span>{' '}
              <span className="font-mono text-xs">
                ({apiKey.key_prefix}…{apiKey.last4})
              </span>{' '}
              will fail immediately. This can’t be undone.
            </p>
            {apiKey.last_used_at && (
              <p className="mt-2">
                Last used <RelativeTime at={apiKey.last_used_at} />.
              </p>
            )}
          </>
        )
      }
      confirmLabel="Revoke key"
      danger
      loading={revoke.isPending}
      error={revoke.error?.message}
      onConfirm={confirm}
    />
  )
}
