import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'

export type CodeSample = {
  id: string
  label: string
  code: string
  /** The highlighted code. */
  content: ReactNode
  /** Highlighted lines: the first of them, from 0, and their number. */
  marked?: { from: number; count: number } | undefined
}

type CodeTabsProps = {
  samples: readonly CodeSample[]
  /** The output of each sample. */
  output?: string
}

export function CodeTabs({ samples, output }: CodeTabsProps) {
  return (
    <Tabs
      defaultValue={samples[0]?.id ?? ''}
      className="relative overflow-hidden rounded-lg border border-border bg-card"
    >
      <TabsList aria-label="Language" className="bg-muted pr-12 pl-4">
        {samples.map(({ id, label }) => (
          <TabsTrigger key={id} value={id} className="h-10">
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {samples.map((sample) => (
        <TabsContent key={sample.id} value={sample.id}>
          <Sample sample={sample} />
        </TabsContent>
      ))}
      {output !== undefined && (
        <p className="border-t border-border bg-muted px-4 py-2.5 font-mono text-[0.8125rem] text-muted-foreground">
          <span className="text-faint-foreground select-none" aria-hidden="true">
            →{' '}
          </span>
          {output}
        </p>
      )}
    </Tabs>
  )
}

function Sample({ sample: { code, content, marked } }: { sample: CodeSample }) {
  return (
    <>
      <CopyButton
        value={code}
        what="code"
        className="absolute top-1.5 right-1.5 z-10 bg-muted pointer-coarse:top-1"
      />
      <ScrollRegion>
        <pre className="relative w-max min-w-full px-4 py-4 font-mono text-[0.8125rem] leading-6">
          {marked && (
            <span
              aria-hidden="true"
              className="absolute inset-x-0 border-l-2 border-brand bg-brand-soft"
              style={{ top: `${1 + marked.from * 1.5}rem`, height: `${marked.count * 1.5}rem` }}
            />
          )}
          <code className="relative">{content}</code>
        </pre>
      </ScrollRegion>
    </>
  )
}
