'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TestOutcome } from '@/components/catalog/provider-test'
import { useHydrated } from '@/components/data/browser'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { RelativeTime } from '@/components/data/relative-time'
import { SwitchRow } from '@/components/forms/choice'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { ConfirmDialog, whenOpened } from '@/components/ui/when-opened'
import {
  changeOwnKeyMutation,
  ownKeysQuery,
  removeOwnKeyMutation,
  testOwnKeyMutation,
} from '@/lib/catalog/queries'
import type { OwnKeyList, OwnKeyRecord } from '@/lib/credentials/schema'

const AddDialog = whenOpened(
  () => import('./add-provider-key-dialog').then((module) => module.AddProviderKeyDialog),
  ({ open }) => open,
)

/** One test at a time; its outcome stands below the key that it was made with. */
function useTest() {
  const test = useMutation(testOwnKeyMutation())
  return {
    run: (id: string) => test.mutate(id),
    isRunning: (id: string) => test.isPending && test.variables === id,
    outcome: (id: string): ReactNode => {
      if (test.variables !== id) return null
      if (test.error) return <Alert tone="danger">{test.error.message}</Alert>
      return test.data && <TestOutcome reply={test.data} />
    },
  }
}

type Test = ReturnType<typeof useTest>

/** Keys that the customer brought for providers, and the way to one more. */
export function ProviderKeys() {
  const keys = useQuery(ownKeysQuery())
  const isReady = useHydrated()
  const [adding, setAdding] = useState(false)
  const test = useTest()
  const percent = Number(keys.data?.fee_rate ?? 0) * 100
  return (
    <Panel aria-label="Provider keys">
      <PanelHeader
        title="Provider keys"
        description={
          keys.data &&
          `Bring your own key for a provider: your requests go there with it, and cost ${Number(percent.toFixed(4))} % of the price here.`
        }
        actions={
          <Button
            size="sm"
            disabled={!isReady || !keys.data || keys.data.providers.length === 0}
            onClick={() => setAdding(true)}
          >
            <Plus aria-hidden="true" />
            Add provider key
          </Button>
        }
      />
      {keys.isPending ? (
        <RowsSkeleton what="provider keys" rows={1} />
      ) : keys.data ? (
        <KeyRows list={keys.data} test={test} />
      ) : (
        <LoadError query={keys} what="The provider keys" />
      )}
      {keys.data && (
        <AddDialog
          open={adding}
          providers={keys.data.providers}
          onDone={() => setAdding(false)}
          onAdded={(made) => test.run(made.id)}
        />
      )}
    </Panel>
  )
}

function KeyRows({ list, test }: { list: OwnKeyList; test: Test }) {
  if (list.data.length === 0)
    return (
      <p className="p-4 text-sm text-muted">
        {list.providers.length === 0 ? 'No provider takes a key of yours here.' : 'None yet.'}
      </p>
    )
  return (
    <ul aria-label="Provider keys" className="divide-y divide-line">
      {list.data.map((key) => (
        <KeyRow key={key.id} ownKey={key} test={test} />
      ))}
    </ul>
  )
}

function KeyRow({ ownKey, test }: { ownKey: OwnKeyRecord; test: Test }) {
  const { id, provider, last_four, refused_at, is_readable } = ownKey
  const change = useMutation(changeOwnKeyMutation())
  const [removing, setRemoving] = useState(false)
  const name = `the ${provider.name} key that ends in ${last_four}`
  return (
    <li className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-40 text-sm">
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-medium break-words">{provider.name}</span>
            <span className="font-mono">
              <span aria-hidden="true">••••</span>
              <span className="sr-only">Key that ends in </span>
              {last_four}
            </span>
            {refused_at && <Badge tone="danger">Refused</Badge>}
            {!is_readable && <Badge tone="danger">Cannot be opened</Badge>}
          </div>
          <div className="text-xs text-faint">
            {is_readable ? (
              <>
                Added <RelativeTime at={ownKey.created_at} />
              </>
            ) : (
              'Remove it and add it again.'
            )}
          </div>
        </div>
        <div className="flex flex-wrap gap-1.5">
          {is_readable && (
            <Button
              size="sm"
              aria-label={`Test ${name}`}
              loading={test.isRunning(id)}
              onClick={() => test.run(id)}
            >
              Test
            </Button>
          )}
          <Button
            size="sm"
            variant="danger-quiet"
            aria-label={`Remove ${name}`}
            onClick={() => setRemoving(true)}
          >
            Remove
          </Button>
        </div>
      </div>
      <SwitchRow
        label="Fall back when this key fails"
        hint={
          ownKey.allow_fallback
            ? 'Requests that it cannot serve go on without it, at the full price. The balance must cover that.'
            : 'Requests that it cannot serve end with the provider’s refusal.'
        }
        checked={ownKey.allow_fallback}
        onCheckedChange={(allow_fallback) =>
          change.mutate(
            { id, allow_fallback },
            {
              onError: (error) => toast.error('The key could not be changed', { description: error.message }),
            },
          )
        }
      />
      {test.outcome(id)}
      <RemoveDialog ownKey={ownKey} open={removing} onOpenChange={setRemoving} />
    </li>
  )
}

type RemoveDialogProps = { ownKey: OwnKeyRecord; open: boolean; onOpenChange: (open: boolean) => void }

function RemoveDialog({ ownKey: { id, provider, last_four }, open, onOpenChange }: RemoveDialogProps) {
  const remove = useMutation(removeOwnKeyMutation())
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Remove the ${provider.name} key that ends in ${last_four}?`}
      description="It is deleted here at once. Videos that it began and that are not finished are lost."
      confirmLabel="Remove key"
      danger
      loading={remove.isPending}
      error={remove.error?.message}
      onConfirm={() =>
        remove.mutate(id, { onSuccess: () => toast.success(`Your ${provider.name} key is removed`) })
      }
    />
  )
}
