import type { ChatRequest } from '../schema'

/** What every model takes, and what is ours. Searching the web is asked of routes by itself. */
const noParameters: readonly string[] = [
  'model',
  'models',
  'provider',
  'messages',
  'stream',
  'stream_options',
  'user',
  'web_search',
  'enable_search',
  'max_searches',
  'cache_control',
]

/** The parameters that a request sets, by the names that the catalog has for them. */
export function requestParameters(request: ChatRequest): string[] {
  const given = Object.entries(request).filter(([, value]) => value != null)
  return given.map(([name]) => name).filter((name) => !noParameters.includes(name))
}
