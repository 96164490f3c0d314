'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  KeyEnding,
  KeyLine,
  type KeyTest,
  TestButton,
  TestOutcome,
} from '@/components/catalog/models/provider-key'
import { useHydrated } from '@/components/data/browser'
import { Loaded } from '@/components/data/loaded'
import { RelativeTime } from '@/components/data/relative-time'
import { SwitchRow } from '@/components/forms/switch-row'
import { Allowed } from '@/components/layout/permissions'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { whenOpened } from '@/components/ui/when-opened'
import type { OwnKeyList, OwnKeyRecord } from '@/lib/catalog/credentials/schema'
import {
  changeOwnKeyMutation,
  ownKeysQuery,
  removeOwnKeyMutation,
  testOwnKeyMutation,
} from '@/lib/catalog/models/queries'

const AddDialog = whenOpened(() =>
  import('./add-provider-key-dialog').then((module) => module.AddProviderKeyDialog),
)

/** The customer's own provider keys. */
export function ProviderKeys() {
  const keys = useQuery(ownKeysQuery())
  const isReady = useHydrated()
  const [adding, setAdding] = useState(false)
  const test = useMutation(testOwnKeyMutation())
  const onTest = (key: string) => test.mutate({ key })
  const percent = Number(keys.data?.fee_rate ?? 0) * 100
  return (
    <Panel aria-label="Provider keys">
      <PanelHeader
        title="Provider keys"
        description={
          keys.data &&
          `Use your own provider accounts. Requests served with your key cost ${Number(percent.toFixed(4))}% of the listed price.`
        }
        actions={
          <Allowed to="settings.manage">
            <Button
              variant="outline"
              size="sm"
              disabled={!isReady || !keys.data || keys.data.providers.length === 0}
              onClick={() => setAdding(true)}
            >
              <Plus aria-hidden="true" />
              Add provider key
            </Button>
          </Allowed>
        }
      />
      <Loaded query={keys} what="provider keys" rows={1}>
        {(list) => <KeyRows list={list} test={test} onTest={onTest} />}
      </Loaded>
      {keys.data && (
        <AddDialog
          open={adding}
          providers={keys.data.providers}
          onDone={() => setAdding(false)}
          onAdded={(added) => onTest(added.id)}
        />
      )}
    </Panel>
  )
}

type TestedProps = { test: KeyTest; onTest: (key: string) => void }

function KeyRows({ list, ...tested }: TestedProps & { list: OwnKeyList }) {
  if (list.data.length === 0)
    return (
      <p className="p-4 text-sm text-muted-foreground">
        {list.providers.length === 0 ? 'No provider accepts customer keys.' : 'No provider keys yet.'}
      </p>
    )
  return (
    <ul aria-label="Provider keys" className="divide-y divide-border">
      {list.data.map((key) => (
        <KeyRow key={key.id} ownKey={key} {...tested} />
      ))}
    </ul>
  )
}

function KeyRow({ ownKey, test, onTest }: TestedProps & { ownKey: OwnKeyRecord }) {
  const { id, provider, is_readable } = ownKey
  const remove = useMutation(removeOwnKeyMutation())
  const name = `the ${provider.name} key that ends in ${ownKey.last_four}`
  return (
    <li className="p-4">
      <KeyLine
        title={
          <>
            <span className="font-medium break-words">{provider.name}</span>
            <KeyEnding stored={ownKey} />
          </>
        }
        detail={
          is_readable ? (
            <>
              Added <RelativeTime at={ownKey.created_at} />
            </>
          ) : (
            'This key can’t be decrypted. Remove it and add it again.'
          )
        }
        actions={
          <Allowed to="settings.manage">
            {is_readable && <TestButton test={test} keyId={id} name={name} onTest={onTest} />}
            <ConfirmButton
              button={
                <Button size="sm" variant="destructive-outline" aria-label={`Remove ${name}`}>
                  Remove
                </Button>
              }
              title={`Remove ${name}?`}
              description="The key is deleted immediately. Unfinished videos started with it are lost."
              confirmLabel="Remove key"
              change={remove}
              variables={id}
              done={`${provider.name} key removed`}
            />
          </Allowed>
        }
      >
        <Allowed to="settings.manage">
          <FallbackSwitch ownKey={ownKey} />
        </Allowed>
        <TestOutcome test={test} keyId={id} />
      </KeyLine>
    </li>
  )
}

function FallbackSwitch({ ownKey: { id, allow_fallback } }: { ownKey: OwnKeyRecord }) {
  const change = useMutation(changeOwnKeyMutation())
  const onError = (error: Error) =>
    void toast.error('The key could not be changed', { description: error.message })
  return (
    <SwitchRow
      label="Fall back when this key fails"
      hint={
        allow_fallback
          ? 'Requests the key can’t serve continue without it, at the full price. Your balance must cover it.'
          : 'Requests the key can’t serve fail with the provider’s error.'
      }
      checked={allow_fallback}
      onCheckedChange={(next) => change.mutate({ id, allow_fallback: next }, { onError })}
    />
  )
}
