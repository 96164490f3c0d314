import type { Metadata } from 'next'
import { RankingsPage } from '@/components/rankings/rankings-page'
import { listOfferedModels } from '@/lib/catalog/models'
import { paths } from '@/lib/client/paths'
import { readCharts } from '@/lib/rankings/read-charts'
import { readRankings } from '@/lib/rankings/read-rankings'
import { RankingWindow } from '@/lib/rankings/schema'

export const metadata: Metadata = { title: 'Rankings' }

export default async function Page({ searchParams }: PageProps<'/console/rankings'>) {
  const window = RankingWindow.catch('7d').parse((await searchParams).window)
  const [rankings, charts] = await Promise.all([readRankings({ window }), readCharts({ window })])
  const offered = new Map(listOfferedModels().map(({ id, name }) => [id, name]))
  return <RankingsPage path={paths.consoleRankings} rankings={rankings} charts={charts} offered={offered} />
}
