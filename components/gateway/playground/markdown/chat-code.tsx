import { memo, type ReactNode, useEffect, useMemo, useState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { ScrollRegion } from '@/components/ui/scroll-region'

type ChatCodeProps = {
  code: string
  language: string
  /** False while it is still being written: colors would flicker and cost a frame each time. */
  complete?: boolean
}

export const ChatCode = memo(function ChatCode({ code, language, complete = true }: ChatCodeProps) {
  const shown = useHighlighted(code, language, complete)
  return (
    <div className="my-3 min-w-0 overflow-hidden rounded-lg border border-border bg-muted">
      <div className="flex h-8 items-center justify-between border-b border-border pr-1 pl-3 font-mono text-2xs text-faint-foreground pointer-coarse:h-10">
        <span className="truncate">{language || 'text'}</span>
        <CopyButton value={code} what="code" />
      </div>
      <ScrollRegion className="max-h-[36rem] overflow-y-auto">
        <pre className="w-max min-w-full px-3 py-2.5 font-mono text-xs leading-5 text-foreground">
          <code>{shown}</code>
        </pre>
      </ScrollRegion>
    </div>
  )
})

type Highlight = (code: string, language: string) => ReactNode

// The grammars of forty languages are loaded with the first code block, not with the page.
let loaded: Highlight | null = null
let loading: Promise<Highlight> | null = null

function load(): Promise<Highlight> {
  loading ??= import('./highlight-any').then((module) => {
    loaded = module.highlightAny
    return loaded
  })
  return loading
}

/** Highlighted code; plain until the grammars are loaded, or while `ready` is false. */
function useHighlighted(code: string, language: string, ready: boolean): ReactNode {
  const [highlight, setHighlight] = useState<Highlight | null>(() => loaded)
  useEffect(() => {
    if (highlight || !ready || language === '') return
    let left = false
    load().then(
      (found) => !left && setHighlight(() => found),
      // Offline, or a new version was deployed: the code stays plain.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [highlight, ready, language])
  return useMemo(
    () => (highlight && ready ? highlight(code, language) : code),
    [highlight, ready, code, language],
  )
}
