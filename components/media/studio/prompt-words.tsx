import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { ScrollRegion } from '@/components/ui/scroll-region'

type PromptWordsProps = {
  prompt: string | null
  /** What stands there where there is no prompt. */
  otherwise?: string
  children?: ReactNode
}

/** A prompt in whole, which may be long: it scrolls by itself, and can be copied. */
export function PromptWords({ prompt, otherwise, children }: PromptWordsProps) {
  return (
    <div>
      <div className="flex h-7 items-center gap-1 pr-8 text-xs text-faint">
        Prompt
        {prompt && <CopyButton value={prompt} what="prompt" />}
      </div>
      <ScrollRegion className="max-h-44 overflow-y-auto">
        <p dir="auto" className="text-sm break-words whitespace-pre-wrap text-ink">
          {prompt ?? otherwise}
        </p>
      </ScrollRegion>
      {children}
    </div>
  )
}
