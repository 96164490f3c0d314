'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadError } from '@/components/data/loaded'
import { NativeSelect } from '@/components/forms/native-controls'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { createKeyMutation, keyListQuery } from '@/lib/account/api-keys/queries'
import type { ApiKeyRecord, CreatedApiKey } from '@/lib/account/api-keys/schema'
import { paths } from '@/lib/client/paths'
import { ClientCode } from './client-code'
import { FirstRequest } from './first-request'
import { setUps } from './set-ups'

/** In place of a key's id. */
const NEW = ''

/** Takes a key, or creates one for the client, and waits for its request. */
export function Connect({ firstKeyId }: { firstKeyId: string }) {
  const keys = useQuery(keyListQuery())
  const create = useMutation(createKeyMutation())
  const [client, setClient] = useState(setUps[0])
  const [keyId, setKeyId] = useState(firstKeyId)
  const usable = withCreated(keys.data ?? [], create.data).filter(
    ({ scopes, status }) => status === 'active' && scopes.includes('inference'),
  )
  const apiKey = usable.find(({ id }) => id === keyId)
  const created = create.data?.id === keyId ? create.data : undefined
  const choose = (id: string) => {
    setKeyId(id)
    // So that a reload waits for the same key.
    window.history.replaceState(null, '', id === NEW ? paths.connect : paths.connectKey(id))
  }
  const createKey = () =>
    create.mutate({ name: freeName(client.label, keys.data ?? []) }, { onSuccess: ({ id }) => choose(id) })
  return (
    <ClientCode
      client={client}
      onClient={setClient}
      secret={created?.key ?? null}
      allowedModels={apiKey?.allowed_models ?? null}
      fields={<KeyField keys={usable} value={apiKey?.id ?? NEW} onChange={choose} />}
    >
      {keys.isPending && <Skeleton className="h-20.5 sm:h-16" />}
      <LoadError query={keys} what="The keys" />
      {apiKey && <FirstRequest key={apiKey.id} apiKey={apiKey} isNew={created !== undefined} />}
      {keys.data && !apiKey && (
        <Alert
          tone={create.error ? 'danger' : 'info'}
          title={`Create a key for ${client.label}`}
          action={
            <Button variant="default" size="sm" loading={create.isPending} onClick={createKey}>
              Create key
            </Button>
          }
        >
          {create.error?.message ?? 'It goes into the code below and is shown only once.'}
        </Alert>
      )}
    </ClientCode>
  )
}

type KeyFieldProps = { keys: readonly ApiKeyRecord[]; value: string; onChange: (id: string) => void }

function KeyField({ keys, value, onChange }: KeyFieldProps) {
  return (
    <Field label="API key">
      {(control) => (
        <NativeSelect {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value={NEW}>New key</option>
          {keys.map(({ id, name, last4 }) => (
            <option key={id} value={id}>
              {name} (…{last4})
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  )
}

/** The keys, with a new one even before the list has it. */
function withCreated(
  keys: readonly ApiKeyRecord[],
  created: ApiKeyRecord | undefined,
): readonly ApiKeyRecord[] {
  return created === undefined || keys.some(({ id }) => id === created.id) ? keys : [created, ...keys]
}

/** `Codex`, or `Codex 2` where there is a key of that name. */
function freeName(label: string, keys: readonly ApiKeyRecord[]): string {
  const names = new Set(keys.map(({ name }) => name))
  let name = label
  for (let count = 2; names.has(name); count += 1) name = `${label} ${count}`
  return name
}

/** The code with a key that was just created elsewhere. */
export function ConnectCreated({ created }: { created: CreatedApiKey }) {
  const [client, setClient] = useState(setUps[0])
  return (
    <ClientCode
      client={client}
      onClient={setClient}
      secret={created.key}
      allowedModels={created.allowed_models}
    >
      <FirstRequest apiKey={created} isNew />
    </ClientCode>
  )
}
