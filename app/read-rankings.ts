import { Modality } from '@/lib/catalog/models/schema'
import { RankingWindow } from '@/lib/catalog/rankings/schema'
import { pageApi } from '@/lib/client/page-api'

type SearchParams = Promise<Record<string, string | string[] | undefined>>

/** What the rankings show, on the site and in the console: `?window=30d&modality=chat`. */
export async function readRankings(searchParams: SearchParams) {
  const { window, modality } = await searchParams
  return {
    rankings: await pageApi().readUse({ window: RankingWindow.catch('7d').parse(window) }),
    kind: Modality.safeParse(modality).data,
    offered: new Map(
      pageApi()
        .listOfferedModels()
        .map(({ id, name }) => [id, name]),
    ),
  }
}
