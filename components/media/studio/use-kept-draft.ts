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
import { type Shape, shapesOf } from '@/lib/client/api-client'

export const keptShape = shapesOf(() => import('./kept-drafts'))

/**
 * A request being drafted, kept for this tab: it survives a reload and a look at another page. What is kept
 * goes through the schema, as it may be of another version or damaged. `over` wins over it: what the address asks for.
 */
export function useKeptDraft<Draft extends object>(
  name: string,
  schema: Shape<z.ZodType<Draft>>,
  empty: Draft,
  over: Partial<Draft>,
): [Draft, Dispatch<SetStateAction<Draft>>] {
  const [initial] = useState<Draft>(() => ({ ...empty, ...over }))
  const [draft, setDraft] = useState(initial)
  const restore = useEffectEvent((kept: Draft) =>
    setDraft((now) => (now === initial ? { ...kept, ...over } : now)),
  )
  // Not while rendering: the server has no storage, and both must draw the same. Before the paint, where zod is there by then.
  useLayoutEffect(() => {
    let isLeft = false
    void read(name, schema).then((kept) => kept && !isLeft && restore(kept))
    return () => {
      isLeft = true
    }
  }, [name, schema])
  useEffect(() => {
    if (draft !== initial) write(name, draft)
  }, [name, draft, initial])
  return [draft, setDraft]
}

async function read<Draft>(name: string, schema: Shape<z.ZodType<Draft>>): Promise<Draft | null> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    return kept === null ? null : ((await schema()).safeParse(kept).data ?? null)
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
