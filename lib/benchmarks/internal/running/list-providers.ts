import type { Caller } from '@/lib/platform/caller'
import { listRecent } from '@/lib/usage/list-recent'
import { RecentQuery } from '@/lib/usage/schema'
import type { RunRow } from '../../repository'

const PAGE = 100
const MOST_PAGES = 20

/** Who answered requests of the run's key for this model: none where the usage rows cannot tell. */
export async function listProviders({ customerId, apiKeyId, modelId }: RunRow): Promise<string[]> {
  if (apiKeyId === null) return []
  const owner: Caller = { customerId, userId: null, apiKey: null, isOperator: false }
  const providers = new Set<string>()
  let cursor = ''
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = RecentQuery.parse({
      limit: PAGE,
      cursor,
      api_key_id: apiKeyId,
      model: modelId,
      status: 'success',
    })
    const { items, next_cursor, has_more } = await listRecent(owner, query)
    for (const { provider } of items) providers.add(provider)
    if (!has_more) break
    cursor = next_cursor
  }
  return [...providers].sort()
}
