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

type Kept = typeof import('./kept-drafts')
/** The schemas of kept drafts, loaded if there is one. */
type Stored<Schema> = () => Promise<Schema>
export const keptShape =
  <Name extends keyof Kept>(name: Name): Stored<Kept[Name]> =>
  async () =>
    (await import('./kept-drafts'))[name]

/**
 * A draft that the tab keeps across reloads and other pages. A kept draft is parsed by `schema`, as another version may have
 * written it. `over`, from the URL, takes precedence.
 *
 * Plain state, not react-hook-form: its fields are all controlled, as the model decides over them, and the library would add
 * 12 kB to the two heaviest pages of the console, beyond the limit of e2e/site/weight.spec.ts.
 */
export function useKeptDraft<Draft extends object>(
  name: string,
  schema: Stored<z.ZodType<Draft>>,
  empty: Draft,
  over: Partial<Draft>,
): [Draft, Dispatch<SetStateAction<Draft>>] {
  const [initial] = useState<Draft>(() => ({ ...empty, ...over }))
  const [draft, setDraft] = useState(initial)
  const restore = useEffectEvent((kept: Draft) =>
    setDraft((now) => (now === initial ? { ...kept, ...over } : now)),
  )
  // Not while rendering: the server has no storage, and hydration must match. Before the paint if zod is loaded by then.
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

async function read<Draft>(name: string, schema: Stored<z.ZodType<Draft>>): Promise<Draft | null> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    return kept === null ? null : ((await schema()).safeParse(kept).data ?? null)
  } catch {
    return null // no storage, or invalid JSON
  }
}

function write(name: string, draft: object): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(draft))
  } catch {
    // No storage, or it is full: the draft is lost with the page.
  }
}
