import type { Metadata } from 'next'
import { RankingsPage } from '@/components/catalog/rankings/rankings-page'
import { Modality } from '@/lib/catalog/models/schema'
import { RankingWindow } from '@/lib/catalog/rankings/schema'
import { pageApi } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Rankings' }

export default async function Page({ searchParams }: PageProps<'/console/rankings'>) {
  const asked = await searchParams
  const rankings = await pageApi().readUse({ window: RankingWindow.catch('7d').parse(asked.window) })
  const kind = Modality.safeParse(asked.modality).data
  const offered = new Map(
    pageApi()
      .listOfferedModels()
      .map(({ id, name }) => [id, name]),
  )
  return <RankingsPage path={paths.consoleRankings} rankings={rankings} kind={kind} offered={offered} />
}
