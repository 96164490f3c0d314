import { readView } from './read-view'
import type { UsageView } from './usage-view'

/** The view as a query string; what is as usual is left out. */
export function writeView(view: UsageView): string {
  const usual = Object.entries(readView(new URLSearchParams()))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(view))
    if (value !== null && !usual.some(([one, same]) => one === name && same === value))
      search.set(name, value)
  return search.toString()
}
