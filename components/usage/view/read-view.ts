import { UsageView } from './usage-view'

/** The view that an address asks for. */
export function readView(search: URLSearchParams): UsageView {
  const names = Object.keys(UsageView.shape)
  return UsageView.parse(Object.fromEntries(names.map((name) => [name, search.get(name)])))
}
