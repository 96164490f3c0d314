import { type ReactNode, useEffect, useMemo, useState } from 'react'

type Highlight = (code: string, language: string) => ReactNode

// The grammars of forty languages are fetched when the first code block appears, not with the page.
let loaded: Highlight | null = null
let loading: Promise<Highlight> | null = null

function load(): Promise<Highlight> {
  loading ??= import('./highlight-any').then((module) => {
    loaded = module.highlightAny
    return loaded
  })
  return loading
}

/** Coloured code; plain until the grammars are here, or while `ready` is false. */
export function useHighlighted(code: string, language: string, ready: boolean): ReactNode {
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
