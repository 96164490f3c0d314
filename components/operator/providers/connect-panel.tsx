'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { OptionField } from '@/components/forms/option-select'
import { SecretField } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { formatNumber } from '@/lib/client/format/number'
import { sentenceOf } from '@/lib/client/format/text'
import { paths } from '@/lib/client/paths'
import {
  addProviderMutation,
  connectMutation,
  localServersMutation,
} from '@/lib/operator/admin/catalog-queries'
import type { ConnectReply, LocalServerList, OperatorProvider } from '@/lib/operator/admin/catalog-schema'

/** Connects a provider by a pasted key, or a server on this machine; then its models are listed. */
export function ConnectPanel({ providers }: { providers: readonly OperatorProvider[] }) {
  return (
    <Panel aria-label="Connect a provider">
      <PanelHeader
        title="Connect a provider"
        description="Paste a key: its provider is recognized, the key is tested, and its models are listed to publish."
      />
      <PanelBody className="flex flex-col gap-4">
        <KeyForm providers={providers} />
        <LocalServers />
      </PanelBody>
    </Panel>
  )
}

type KeyFormProps = { providers: readonly OperatorProvider[] }

/** Part of the page, so it does without the code of our other forms. */
function KeyForm({ providers }: KeyFormProps) {
  const router = useRouter()
  const connect = useMutation(connectMutation())
  const box = useRef<HTMLInputElement>(null)
  const [key, setKey] = useState('')
  const [provider, setProvider] = useState('')
  /** The providers that it may be of; undefined before that was asked. */
  const [candidates, setCandidates] = useState<ConnectReply['candidates']>()
  const [problem, setProblem] = useState<string>()
  const all = providers.filter((one) => one.key !== null && one.key_form === null && !one.withdrawn_at)
  const options = (candidates?.length ? candidates : all).map(({ id, name }) => ({ value: id, label: name }))
  const type = (text: string) => {
    setKey(text)
    setProvider('')
    setCandidates(undefined)
    setProblem(undefined)
  }
  const showProblem = (text: string) => {
    setProblem(text)
    box.current?.focus()
  }
  const onSuccess = (reply: ConnectReply) => {
    if (reply.provider) {
      toast.success(`${reply.provider.name} connected`)
      router.push(paths.adminDiscover(reply.provider.id))
    } else if (reply.test === null) setCandidates(reply.candidates)
    else if (reply.test.is_key_refused) showProblem('The provider rejected this key. It was not saved.')
    else showProblem(`The test failed: ${reply.test.problem}. The key was not saved.`)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { key: key.trim(), provider: provider || undefined }
    connect.mutate(body, { onSuccess, onError: (error) => showProblem(sentenceOf(error)) })
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-3">
      <SecretField ref={box} label="Key of any provider" error={problem} value={key} onChange={type} />
      {candidates && (
        <OptionField
          label={
            candidates.length > 0 ? 'Several providers have such keys' : 'No known provider has such keys'
          }
          hint="It is sent only to the provider that you choose."
          placeholder="Choose its provider"
          options={options}
          value={provider}
          onValueChange={setProvider}
        />
      )}
      <div>
        <Button
          type="submit"
          variant="default"
          loading={connect.isPending}
          disabled={candidates !== undefined && provider === ''}
        >
          Connect
        </Button>
      </div>
    </form>
  )
}

function LocalServers() {
  const look = useMutation(localServersMutation())
  return (
    <div className="flex flex-col gap-3 border-t border-border pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted-foreground">Ollama, vLLM, LM Studio or llama.cpp on this machine</p>
        <Button
          variant="outline"
          loading={look.isPending}
          onClick={() => look.mutate(undefined, { onError: (error) => toast.error(error.message) })}
        >
          Look for servers
        </Button>
      </div>
      {look.data?.data.length === 0 && (
        <Alert>
          No server answered at the usual ports. Add one with another address, also in your network, as a
          provider.
        </Alert>
      )}
      <ul aria-label="Servers on this machine" className="flex flex-col gap-2 empty:hidden">
        {look.data?.data.map((server) => (
          <LocalServer key={server.base_url} server={server} />
        ))}
      </ul>
    </div>
  )
}

function LocalServer({ server }: { server: LocalServerList['data'][number] }) {
  const router = useRouter()
  const add = useMutation(addProviderMutation())
  const { name, base_url, model_count, provider_id } = server
  const open = (id: string) => router.push(paths.adminDiscover(id))
  const connect = () =>
    add.mutate(
      { name, kind: 'openai-compatible', base_url, private_network: true },
      { onSuccess: ({ id }) => open(id), onError: (error) => toast.error(error.message) },
    )
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-border p-3">
      <span className="min-w-0">
        <span className="block text-sm font-medium">{name}</span>
        <span className="block truncate font-mono text-xs text-faint-foreground">
          {base_url} · {formatNumber(model_count)} {model_count === 1 ? 'model' : 'models'}
        </span>
      </span>
      <Button
        variant="outline"
        aria-label={provider_id === null ? `Add ${name}` : `Models of ${name}`}
        loading={add.isPending}
        onClick={() => (provider_id === null ? connect() : open(provider_id))}
      >
        {provider_id === null ? 'Add' : 'Models'}
      </Button>
    </li>
  )
}
