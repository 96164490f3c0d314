'use client'

import {
  type Dispatch,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'
import type { z } from 'zod'

/**
 * What somebody is putting together, kept for this tab: it survives a reload and a look at another page. What is kept
 * goes through the schema, as it may be of another version or damaged. `over` wins over it: what the address asks for.
 */
export function useKeptDraft<Draft extends object>(
  name: string,
  schema: z.ZodType<Draft>,
  empty: Draft,
  over: Partial<Draft>,
): [Draft, Dispatch<SetStateAction<Draft>>] {
  const [initial] = useState<Draft>(() => ({ ...empty, ...over }))
  const [draft, setDraft] = useState(initial)
  const restore = useEffectEvent(() => {
    const kept = read(name, schema)
    if (kept) setDraft((now) => (now === initial ? { ...kept, ...over } : now))
  })
  // Before the first paint, and not while rendering: the server has no storage, and both must draw the same.
  useLayoutEffect(() => restore(), [])
  useEffect(() => {
    if (draft !== initial) write(name, draft)
  }, [name, draft, initial])
  return [draft, setDraft]
}

function read<Draft>(name: string, schema: z.ZodType<Draft>): Draft | null {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(name) ?? 'null')).data ?? null
  } catch {
    return null // the browser keeps nothing, or what it kept is no JSON
  }
}

function write(name: string, draft: object): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing, or is full: the draft lives as long as the page.
  }
}
