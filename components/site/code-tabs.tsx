import { type ReactNode, useId } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { PageScript } from './page-script'

export type CodeSample = {
  id: string
  label: string
  code: string
  /** The code, coloured already. */
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
  const name = useId()
  return (
    <div className="relative overflow-hidden rounded-lg border border-line bg-surface">
      <TabList name={name} samples={samples} />
      {samples.map((sample, place) => (
        <div
          key={sample.id}
          role="tabpanel"
          id={`${name}-${sample.id}`}
          aria-labelledby={`${name}-${sample.id}-tab`}
          hidden={place !== 0}
        >
          <Sample sample={sample} />
        </div>
      ))}
      {output !== undefined && (
        <p className="border-t border-line bg-sunken px-4 py-2.5 font-mono text-[0.8125rem] text-muted">
          <span className="text-faint select-none" aria-hidden="true">
            →{' '}
          </span>
          {output}
        </p>
      )}
      <PageScript name="tabs" />
    </div>
  )
}

function TabList({ name, samples }: { name: string; samples: readonly CodeSample[] }) {
  return (
    <div
      role="tablist"
      aria-label="Language"
      className="quiet-scroll flex items-center gap-4 overflow-x-auto border-b border-line bg-sunken pr-12 pl-4"
    >
      {samples.map(({ id, label }, place) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${name}-${id}-tab`}
          aria-controls={`${name}-${id}`}
          aria-selected={place === 0}
          tabIndex={place === 0 ? 0 : -1}
          className="flex h-10 shrink-0 items-center border-b border-transparent text-sm text-muted transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-ink aria-selected:font-medium aria-selected:text-ink pointer-coarse:h-11"
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function Sample({ sample: { code, content, marked } }: { sample: CodeSample }) {
  return (
    <>
      <CopyButton
        value={code}
        what="code"
        className="absolute top-1.5 right-1.5 z-10 bg-sunken pointer-coarse:top-1"
      />
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
    </>
  )
}
