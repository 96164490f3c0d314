'use client'

import { useQuery } from '@tanstack/react-query'
import { useOrigin } from '@/components/data/use-origin'
import { CopyButton } from '@/components/ui/copy-button'
import { type CodeLanguage, highlight } from '@/components/ui/highlight'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { modelListQuery } from '@/lib/catalog/queries'
import { writeFirstRequest } from './write-first-request'

const languages: { id: 'curl' | 'python' | 'typescript'; label: string; language: CodeLanguage }[] = [
  { id: 'curl', label: 'curl', language: 'bash' },
  { id: 'python', label: 'Python', language: 'python' },
  { id: 'typescript', label: 'TypeScript', language: 'typescript' },
]

/** The first request, ready to be pasted: against this very address, with a model that exists. */
export function FirstRequest() {
  const origin = useOrigin()
  const { data } = useQuery(modelListQuery())
  const model = data?.data.find(({ modality }) => modality === 'chat')?.id ?? 'sandbox/chat'
  return (
    <Tabs
      defaultValue="curl"
      className="flex min-w-0 flex-col bg-sunken max-lg:border-t max-lg:border-line lg:rounded-br-lg"
    >
      <TabsList aria-label="Language" className="px-4">
        {languages.map(({ id, label }) => (
          <TabsTrigger key={id} value={id}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {languages.map(({ id, language }) => {
        const code = writeFirstRequest(id, origin, model)
        return (
          <TabsContent key={id} value={id} tabIndex={-1} className="relative">
            <CopyButton value={code} what="code" className="absolute top-2 right-2 z-10 bg-sunken" />
            <ScrollRegion>
              <pre className="w-max min-w-full px-4 py-4 pr-12 font-mono text-[0.8125rem] leading-[1.375rem]">
                <code>{highlight(code, language)}</code>
              </pre>
            </ScrollRegion>
          </TabsContent>
        )
      })}
    </Tabs>
  )
}
