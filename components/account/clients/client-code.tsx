'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { NativeSelect } from '@/components/forms/native-controls'
import { CopyButton } from '@/components/ui/copy-button'
import { Field } from '@/components/ui/field'
import { highlight } from '@/components/ui/highlight'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { modelListQuery } from '@/lib/catalog/models/queries'
import { type SetUp, setUps } from './set-ups'

/** In place of a secret that is not known. */
export const NO_SECRET = 'YOUR_API_KEY'

type ClientCodeProps = {
  client: SetUp
  onClient: (client: SetUp) => void
  secret: string | null
  /** The only models that the key may call; null: all. */
  allowedModels: readonly string[] | null
  /** Beside the model: the key. */
  fields?: ReactNode
  /** Above the code: whether it was run. */
  children: ReactNode
}

/** A first request from each client, with this server's URL, a model and the key. */
export function ClientCode({ client, onClient, secret, allowedModels, fields, children }: ClientCodeProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { data } = useQuery(modelListQuery())
  const models =
    data?.data.filter(
      ({ id, modality }) => modality === 'chat' && (allowedModels === null || allowedModels.includes(id)),
    ) ?? []
  const model = models.find(({ id }) => id === chosen) ?? models[0]
  const { origin } = window.location
  const code = client.write({ origin, key: secret ?? NO_SECRET, model: model?.id ?? 'sandbox/chat' })
  return (
    <Tabs
      value={client.id}
      onValueChange={(id) => onClient(setUps.find((setUp) => setUp.id === id) ?? client)}
      className="min-w-0"
    >
      <TabsList aria-label="Client" className="px-4">
        {setUps.map(({ id, label }) => (
          <TabsTrigger key={id} value={id}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        {fields}
        <Field label="Model">
          {(control) => (
            <NativeSelect
              {...control}
              value={model?.id ?? ''}
              onChange={({ target }) => setChosen(target.value)}
            >
              {models.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <div className="sm:col-span-2">{children}</div>
      </div>
      <CodeBar base={origin + client.base} code={code} />
      {setUps.map(({ id, language }) => (
        <TabsContent key={id} value={id} tabIndex={-1}>
          <pre className="bg-muted p-4 font-mono text-[0.8125rem] leading-[1.375rem] wrap-anywhere whitespace-pre-wrap">
            <code data-testid="client-code">{highlight(code, language)}</code>
          </pre>
        </TabsContent>
      ))}
    </Tabs>
  )
}

function CodeBar({ base, code }: { base: string; code: string }) {
  return (
    <div className="flex h-11 items-center gap-2 border-y border-border bg-muted pr-1.5 pl-4 text-sm text-muted-foreground">
      <span className="max-sm:sr-only">Base URL</span>
      <code className="min-w-0 truncate font-mono text-xs text-foreground">{base}</code>
      <CopyButton value={base} what="base URL" />
      <CopyButton value={code} label="Copy code" className="ml-auto" />
    </div>
  )
}
