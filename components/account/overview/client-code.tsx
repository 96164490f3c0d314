'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { setUps } from '@/components/account/clients/set-ups'
import { CopyButton } from '@/components/ui/copy-button'
import { highlight } from '@/components/ui/highlight'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { modelListQuery } from '@/lib/catalog/models/queries'

/** Placeholder until a key is created here. */
const NO_KEY = 'YOUR_API_KEY'

/** Shown characters of a key. Copied code has all of it. */
const SHOWN_CHARACTERS = 14

/** A first request from each client, with this server's URL, an available model and the new key. */
export function ClientCode({ secret }: { secret: string | null }) {
  const { origin } = window.location
  const { data } = useQuery(modelListQuery())
  const [active, setActive] = useState<string>('curl')
  const model = data?.data.find(({ modality }) => modality === 'chat')?.id ?? 'sandbox/chat'
  const key = secret ?? NO_KEY
  const shownKey = secret === null ? NO_KEY : `${secret.slice(0, SHOWN_CHARACTERS)}…`
  const chosen = setUps.find(({ id }) => id === active)
  return (
    <Tabs
      value={active}
      onValueChange={setActive}
      className="flex min-w-0 flex-col bg-sunken max-lg:rounded-b-lg max-lg:border-t max-lg:border-line lg:rounded-br-lg"
    >
      <p className="flex h-11 items-center gap-2 border-b border-line pr-1.5 pl-4 text-sm text-muted">
        Base URL
        <code className="min-w-0 truncate font-mono text-xs text-ink">{origin}/v1</code>
        <CopyButton value={`${origin}/v1`} what="base URL" className="ml-auto" />
      </p>
      <div className="relative border-b border-line pr-12">
        <TabsList aria-label="Client" className="px-4 shadow-none">
          {setUps.map(({ id, label }) => (
            <TabsTrigger key={id} value={id}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        <CopyButton
          value={chosen?.write({ origin, key, model }) ?? ''}
          what="code"
          className="absolute top-1/2 right-1.5 -translate-y-1/2"
        />
      </div>
      {setUps.map(({ id, language, write }) => (
        <TabsContent key={id} value={id} tabIndex={-1}>
          <ScrollRegion>
            <pre className="w-max min-w-full p-4 font-mono text-[0.8125rem] leading-[1.375rem]">
              <code>{highlight(write({ origin, key: shownKey, model }), language)}</code>
            </pre>
          </ScrollRegion>
        </TabsContent>
      ))}
    </Tabs>
  )
}
