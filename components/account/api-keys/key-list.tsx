'use client'

import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { Ban, CircleCheck, Ellipsis, KeyRound, Pencil, RotateCw, ScrollText, Trash2 } from 'lucide-react'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { RelativeTime } from '@/components/data/relative-time'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader } from '@/components/ui/table'
import { toast } from '@/components/ui/toast'
import { MenuButton } from '@/components/ui/when-opened'
import { setKeyStatusMutation } from '@/lib/account/api-keys/queries'
import type { ApiKeyRecord } from '@/lib/account/api-keys/schema'
import { formatNumber } from '@/lib/client/format/number'
import { KeyAccess, KeyName, KeySpend, KeyStateLabel } from './key-cells'

type KeyListProps = {
  keys: UseQueryResult<ApiKeyRecord[]>
  onTask: (task: KeyTask) => void
  onCreate: () => void
}

export function KeyList({ keys, onTask, onCreate }: KeyListProps) {
  if (keys.isPending) return <RowsSkeleton what="keys" rows={3} className="h-16" />
  if (!keys.data) return <LoadError query={keys} what="The keys" />
  if (keys.data.length === 0)
    return (
      <EmptyState
        icon={<KeyRound />}
        title="No keys yet"
        description="A key lets a program call models in your name. Create one and send the first request."
        action={
          <Button variant="primary" onClick={onCreate}>
            Create the first key
          </Button>
        }
      />
    )
  return (
    <div className="@container">
      <div className="hidden @min-[54rem]:block">
        <KeyTable keys={keys.data} onTask={onTask} />
      </div>
      <div className="@min-[54rem]:hidden">
        <KeyCards keys={keys.data} onTask={onTask} />
      </div>
    </div>
  )
}

type KeyRowsProps = { keys: readonly ApiKeyRecord[]; onTask: (task: KeyTask) => void }

function KeyTable({ keys, onTask }: KeyRowsProps) {
  return (
    <Table label="API keys" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="w-[26%]">Name</TableHead>
          <TableHead className="w-[19%]">Access</TableHead>
          <TableHead className="w-[18%]">Spent</TableHead>
          <TableHead className="w-[11%]">Rate limit</TableHead>
          <TableHead className="w-[10%]">Last used</TableHead>
          <TableHead className="w-[12%]">Status</TableHead>
          <TableHead className="w-12">
            <span className="sr-only">Actions</span>
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onTask={onTask} />
        ))}
      </TableBody>
    </Table>
  )
}

function KeyRow({ apiKey, onTask }: { apiKey: ApiKeyRecord; onTask: (task: KeyTask) => void }) {
  return (
    <PressableRow className={cn('h-14', apiKey.status === 'disabled' && 'text-muted')}>
      <TableCell>
        <KeyName apiKey={apiKey} onEdit={() => onTask({ kind: 'edit', keyId: apiKey.id })} />
      </TableCell>
      <TableCell>
        <KeyAccess apiKey={apiKey} />
      </TableCell>
      <TableCell>
        <KeySpend apiKey={apiKey} />
      </TableCell>
      <TableCell className="figures">
        {apiKey.rate_limit_rpm === null ? (
          <span className="text-faint">Default</span>
        ) : (
          <>
            {formatNumber(apiKey.rate_limit_rpm)}
            <span className="text-xs text-faint"> / min</span>
          </>
        )}
      </TableCell>
      <TableCell>
        {apiKey.last_used_at ? (
          <RelativeTime at={apiKey.last_used_at} />
        ) : (
          <span className="text-faint">Never</span>
        )}
      </TableCell>
      <TableCell>
        <KeyStateLabel apiKey={apiKey} />
      </TableCell>
      <TableCell className="text-right">
        <KeyActions apiKey={apiKey} onTask={onTask} />
      </TableCell>
    </PressableRow>
  )
}

/** The table of keys for narrow screens. */
function KeyCards({ keys, onTask }: KeyRowsProps) {
  return (
    <ul aria-label="API keys" className="divide-y divide-line">
      {keys.map((key) => (
        <li key={key.id} className="flex flex-col gap-3 p-4">
          <div className="flex items-start justify-between gap-2">
            <KeyName apiKey={key} onEdit={() => onTask({ kind: 'edit', keyId: key.id })} />
            <div className="-mt-1 -mr-2">
              <KeyActions apiKey={key} onTask={onTask} />
            </div>
          </div>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-3 [&_dt]:mb-0.5 [&_dt]:text-xs [&_dt]:text-faint">
            <div>
              <dt>Status</dt>
              <dd>
                <KeyStateLabel apiKey={key} />
              </dd>
            </div>
            <div>
              <dt>Spent</dt>
              <dd>
                <KeySpend apiKey={key} />
              </dd>
            </div>
            <div className="min-w-0">
              <dt>Access</dt>
              <dd>
                <KeyAccess apiKey={key} />
              </dd>
            </div>
            <div>
              <dt>Last used</dt>
              <dd className="text-sm">
                {key.last_used_at ? <RelativeTime at={key.last_used_at} /> : 'Never'}
                <span className="figures block text-xs text-faint">
                  {key.rate_limit_rpm === null
                    ? 'Default rate limit'
                    : `Limit ${formatNumber(key.rate_limit_rpm)} / min`}
                </span>
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** What is being done to which key. */
export type KeyTask = { kind: 'edit' | 'rotate' | 'contents' | 'revoke'; keyId: string }

type KeyActionsProps = { apiKey: ApiKeyRecord; onTask: (task: KeyTask) => void }

function KeyActions({ apiKey, onTask }: KeyActionsProps) {
  const setStatus = useMutation(setKeyStatusMutation())
  const enabled = apiKey.status === 'active'
  const toggle = () =>
    setStatus.mutate(
      { id: apiKey.id, status: enabled ? 'disabled' : 'active' },
      {
        onSuccess: () =>
          toast.success(enabled ? 'Key disabled' : 'Key enabled', { description: apiKey.name }),
        onError: (error) => toast.error('The key could not be changed', { description: error.message }),
      },
    )
  const start = (kind: KeyTask['kind']) => () => onTask({ kind, keyId: apiKey.id })
  return (
    <MenuButton
      button={
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${apiKey.name}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
      items={[
        { label: 'Edit', icon: Pencil, onSelect: start('edit') },
        { label: 'Rotate…', icon: RotateCw, onSelect: start('rotate') },
        { label: 'Request contents…', icon: ScrollText, onSelect: start('contents') },
        { label: enabled ? 'Disable' : 'Enable', icon: enabled ? Ban : CircleCheck, onSelect: toggle },
        { label: 'Revoke…', icon: Trash2, onSelect: start('revoke'), danger: true },
      ]}
    />
  )
}
