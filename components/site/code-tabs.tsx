'use client'

import { type ReactNode, useState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'

export type CodeSample = {
  id: string
  label: string
  code: string
  /** The code, coloured already: colouring is the server's work. */
  content: ReactNode
  /** Lines to point out: the first of them (from 0), and how many. */
  marked?: { from: number; count: number } | undefined
}

type CodeTabsProps = {
  samples: readonly CodeSample[]
  /** What running any of them prints. */
  output?: string
}

export function CodeTabs({ samples, output }: CodeTabsProps) {
  const [active, setActive] = useState(samples[0]?.id ?? '')
  const code = samples.find(({ id }) => id === active)?.code ?? ''
  return (
    <Tabs
      value={active}
      onValueChange={setActive}
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="relative border-b border-line bg-sunken pr-12">
        <TabsList aria-label="Language" className="border-b-0 px-4">
          {samples.map(({ id, label }) => (
            <TabsTrigger key={id} value={id} className="mb-0 h-10">
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        <CopyButton value={code} what="code" className="absolute top-1/2 right-1.5 -translate-y-1/2" />
      </div>
      {samples.map(({ id, content, marked }) => (
        <TabsContent key={id} value={id} tabIndex={-1}>
          <ScrollRegion>
            <pre className="relative w-max min-w-full px-4 py-4 font-mono text-[0.8125rem] leading-6">
              {marked && (
                <span
                  aria-hidden="true"
                  className="absolute inset-x-0 border-l-2 border-accent bg-accent-soft"
                  style={{ top: `${1 + marked.from * 1.5}rem`, height: `${marked.count * 1.5}rem` }}
                />
              )}
              <code className="relative">{content}</code>
            </pre>
          </ScrollRegion>
        </TabsContent>
      ))}
      {output !== undefined && (
        <p className="border-t border-line bg-sunken px-4 py-2.5 font-mono text-[0.8125rem] text-muted">
          <span className="text-faint select-none" aria-hidden="true">
            →{' '}
          </span>
          {output}
        </p>
      )}
    </Tabs>
  )
}
