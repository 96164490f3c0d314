'use client'

import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import {
  Ban,
  Cable,
  CircleCheck,
  Ellipsis,
  KeyRound,
  Pencil,
  RotateCw,
  ScrollText,
  Trash2,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { PagedTable } from '@/components/data/pager'
import type { Column } from '@/components/data/record-table'
import { RelativeTime, useNow } from '@/components/data/relative-time'
import { OptionSelect, useOption } from '@/components/forms/option-select'
import { ListFilters } from '@/components/forms/search-box'
import { Allowed, useMay } from '@/components/layout/permissions'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { toast } from '@/components/ui/toast'
import { MenuButton } from '@/components/ui/when-opened'
import { setKeyStatusMutation } from '@/lib/account/api-keys/queries'
import type { ApiKeyRecord } from '@/lib/account/api-keys/schema'
import { paths } from '@/lib/client/paths'
import { KeyAccess, KeyName, KeyRates, KeySpend, KeyStateLabel } from './key-cells'
import { keyOrders, keyStatuses, selectKeys } from './select-keys'

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
        description="An API key lets your app call models."
        action={
          <Allowed to="keys.own">
            <Button variant="default" onClick={onCreate}>
              Create your first key
            </Button>
          </Allowed>
        }
      />
    )
  return <KeyTable keys={keys.data} onTask={onTask} />
}

/** Searched, filtered, sorted and paged here: all keys are loaded, for their names are needed on other pages too. */
function KeyTable({ keys, onTask }: { keys: readonly ApiKeyRecord[]; onTask: OnTask }) {
  const [text, setText] = useState('')
  const status = useOption(keyStatuses, 'all')
  const order = useOption(keyOrders, 'newest')
  const selected = selectKeys(keys, { text, status: status.value, order: order.value }, useNow())
  return (
    <>
      <ListFilters label="Search by name, ID or key" text={text} onText={setText}>
        <OptionSelect aria-label="Status" className="w-36" {...status} />
        <OptionSelect aria-label="Order" className="w-40" {...order} />
      </ListFilters>
      {selected.length === 0 ? (
        <EmptyState
          icon={<KeyRound />}
          title="No matching keys"
          description="Try a different search or filter."
        />
      ) : (
        <PagedTable
          label="API keys"
          list={`${text} ${status.value} ${order.value}`}
          pageSize={25}
          what="keys"
          rows={selected}
          columns={columnsOf(onTask)}
          keyOf={({ id }) => id}
          isFixed
          isPressable
          rowClassName={({ status }) => cn('h-14', status === 'disabled' && 'text-muted-foreground')}
          card={(key) => <KeyCard apiKey={key} onTask={onTask} />}
          needs="wide"
        />
      )}
    </>
  )
}

type OnTask = (task: KeyTask) => void

const columnsOf = (onTask: OnTask): readonly Column<ApiKeyRecord>[] => [
  {
    name: 'Name',
    width: 'w-[26%]',
    cell: (key) => <KeyName apiKey={key} onEdit={() => onTask({ kind: 'edit', keyId: key.id })} />,
  },
  { name: 'Access', width: 'w-[19%]', cell: (key) => <KeyAccess apiKey={key} /> },
  { name: 'Spent', width: 'w-[18%]', cell: (key) => <KeySpend apiKey={key} /> },
  {
    name: 'Rate limit',
    width: 'w-[11%]',
    className: 'figures',
    cell: (key) => <KeyRates apiKey={key} />,
  },
  {
    name: 'Last used',
    width: 'w-[10%]',
    cell: ({ last_used_at: at }) =>
      at ? <RelativeTime at={at} /> : <span className="text-faint-foreground">Never</span>,
  },
  { name: 'Status', width: 'w-[12%]', cell: (key) => <KeyStateLabel apiKey={key} /> },
  {
    name: 'Actions',
    isNameHidden: true,
    width: 'w-12',
    className: 'text-right',
    cell: (key) => <KeyActions apiKey={key} onTask={onTask} />,
  },
]

const hasOwnRates = ({
  rate_limit_rpm: requests,
  rate_limit_tpm: tokens,
  max_concurrency: atOnce,
}: ApiKeyRecord) => (requests ?? tokens ?? atOnce) !== null

function KeyCard({ apiKey: key, onTask }: { apiKey: ApiKeyRecord; onTask: OnTask }) {
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-2">
        <KeyName apiKey={key} onEdit={() => onTask({ kind: 'edit', keyId: key.id })} />
        <div className="-mt-1 -mr-2">
          <KeyActions apiKey={key} onTask={onTask} />
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 [&_dt]:mb-0.5 [&_dt]:text-xs [&_dt]:text-faint-foreground">
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
          <dd className="text-sm">{key.last_used_at ? <RelativeTime at={key.last_used_at} /> : 'Never'}</dd>
        </div>
        {hasOwnRates(key) && (
          <div>
            <dt>Rate limit</dt>
            <dd className="figures text-sm">
              <KeyRates apiKey={key} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

/** The open dialog and its key. */
export type KeyTask = { kind: 'edit' | 'rotate' | 'contents' | 'revoke'; keyId: string }

type KeyActionsProps = { apiKey: ApiKeyRecord; onTask: (task: KeyTask) => void }

function KeyActions({ apiKey, onTask }: KeyActionsProps) {
  const setStatus = useMutation(setKeyStatusMutation())
  const router = useRouter()
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
  if (!useMay()('keys.own')) return null
  return (
    <MenuButton
      button={
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${apiKey.name}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
      items={[
        { label: 'Edit', icon: Pencil, onSelect: start('edit') },
        { label: 'Connect', icon: Cable, onSelect: () => router.push(paths.connectKey(apiKey.id)) },
        { label: 'Rotate…', icon: RotateCw, onSelect: start('rotate') },
        { label: 'Request contents…', icon: ScrollText, onSelect: start('contents') },
        { label: enabled ? 'Disable' : 'Enable', icon: enabled ? Ban : CircleCheck, onSelect: toggle },
        { label: 'Revoke…', icon: Trash2, onSelect: start('revoke'), danger: true },
      ]}
    />
  )
}
