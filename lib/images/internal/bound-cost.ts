import type { ResolvedRoute } from '@/lib/routing/schema'
import { mostItCanCost } from '@/lib/usage/meter'
import type { ImageTaskKind } from '../schema'
import { estimateTokens } from './estimate-tokens'
import type { TaskSettings } from './task-record'

type Asked = { kind: ImageTaskKind; prompt: string | null; settings: TaskSettings }

/**
 * The most that a task can cost on any of its routes, nano-USD. `auto` may turn out to be any quality, so it counts as
 * the most expensive.
 */
export function boundCost(routes: readonly ResolvedRoute[], asked: Asked): bigint {
  const tokens = estimateTokens({ ...asked, sourceCount: sourcesOf(asked.kind) })
  let worst = 0n
  for (const { price } of routes)
    for (const images of imagesOf(asked.settings)) {
      const cost = mostItCanCost(price, { ...tokens, ...images })
      if (cost > worst) worst = cost
    }
  return worst
}

function imagesOf({ n, quality }: TaskSettings) {
  const byQuality = { low: { imagesLow: n }, medium: { imagesMedium: n }, high: { imagesHigh: n } }
  return quality === 'auto' ? Object.values(byQuality) : [byQuality[quality]]
}

function sourcesOf(kind: ImageTaskKind): number {
  if (kind === 'generation') return 0
  return kind === 'masked_edit' ? 2 : 1
}
