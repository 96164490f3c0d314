import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { RecentItem } from '@/lib/usage/schema'
import type { Bill } from '../state/reduce-conversation'

/** The gateway settles a stopped request a moment after it was stopped. */
const waitsMs = [300, 900, 2_500, 6_000]

/** What a request came to, from the usage list; null when it does not appear there in good time. */
export async function readBill(requestId: string): Promise<Bill | null> {
  for (const waitMs of waitsMs) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    const item = await callApi(`${apiPaths.recentUsage}/${encodeURIComponent(requestId)}`, {
      reply: RecentItem,
    }).catch(() => null)
    if (item) {
      return {
        promptTokens: item.prompt_tokens,
        completionTokens: item.completion_tokens,
        costUsd: Number(item.cost),
      }
    }
  }
  return null
}
