'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOrigin } from '@/components/data/use-origin'
import { CopyButton } from '@/components/ui/copy-button'
import { highlight } from '@/components/ui/highlight'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { modelListQuery } from '@/lib/catalog/queries'
import { type SampleLanguage, writeFirstRequest } from './write-first-request'

const languages: { id: SampleLanguage; label: string }[] = [
  { id: 'bash', label: 'curl' },
  { id: 'python', label: 'Python' },
  { id: 'typescript', label: 'TypeScript' },
]

/** The first request, ready to be pasted: against this very address, with a model that exists. */
export function FirstRequest() {
  const origin = useOrigin()
  const { data } = useQuery(modelListQuery())
  const [active, setActive] = useState<string>('bash')
  const model = data?.data.find(({ modality }) => modality === 'chat')?.id ?? 'sandbox/chat'
  const samples = languages.map((one) => ({ ...one, code: writeFirstRequest(one.id, origin, model) }))
  return (
    <Tabs
      value={active}
      onValueChange={setActive}
      className="flex min-w-0 flex-col bg-sunken max-lg:rounded-b-lg max-lg:border-t max-lg:border-line lg:rounded-br-lg"
    >
      <div className="relative border-b border-line pr-12">
        <TabsList aria-label="Language" className="border-b-0 px-4">
          {samples.map(({ id, label }) => (
            <TabsTrigger key={id} value={id} className="mb-0">
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        <CopyButton
          value={samples.find(({ id }) => id === active)?.code ?? ''}
          what="code"
          className="absolute top-1/2 right-1.5 -translate-y-1/2"
        />
      </div>
      {samples.map(({ id, code }) => (
        <TabsContent key={id} value={id} tabIndex={-1}>
          <ScrollRegion>
            <pre className="w-max min-w-full p-4 font-mono text-[0.8125rem] leading-[1.375rem]">
              <code>{highlight(code, id)}</code>
            </pre>
          </ScrollRegion>
        </TabsContent>
      ))}
    </Tabs>
  )
}
