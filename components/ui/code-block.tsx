import type { ReactNode } from 'react'
import { cn } from './cn'
import { CopyButton } from './copy-button'
import { type CodeLanguage, highlight } from './highlight'
import { ScrollRegion } from './scroll-region'

type CodeBlockProps = {
  code: string
  language?: CodeLanguage
  /** A line above the code: a file name, a set of tabs. */
  title?: ReactNode
  /** What is copied if it differs from the code shown (a masked key). */
  copyValue?: string
  wrap?: boolean
  className?: string
}

export function CodeBlock({ code, language, title, copyValue, wrap, className }: CodeBlockProps) {
  return (
    <div className={cn('min-w-0 overflow-hidden rounded-lg border border-border bg-muted', className)}>
      {title && (
        <div className="flex min-h-9 items-center justify-between gap-2 border-b border-border pr-1.5 pl-3.5 text-xs text-muted-foreground">
          {title}
          <CopyButton value={copyValue ?? code} what="code" />
        </div>
      )}
      <div className="flex items-start">
        <ScrollRegion className="flex-1">
          <pre
            className={cn(
              'px-3.5 py-3 font-mono text-[0.8125rem] leading-[1.375rem] text-foreground',
              !title && 'pr-0',
              wrap ? 'whitespace-pre-wrap wrap-anywhere' : 'w-max min-w-full',
            )}
          >
            <code>{language ? highlight(code, language) : code}</code>
          </pre>
        </ScrollRegion>
        {/* Next to the code, because over it the button would hide the end of a long first line. */}
        {!title && <CopyButton value={copyValue ?? code} what="code" className="m-1.5" />}
      </div>
    </div>
  )
}
