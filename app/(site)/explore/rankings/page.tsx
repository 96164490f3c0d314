import { RankingsPage } from '@/components/rankings/rankings-page'
import { describePage } from '@/components/site/describe-page'
import { listOfferedModels } from '@/lib/catalog/models'
import { paths } from '@/lib/client/paths'
import { readCharts } from '@/lib/rankings/read-charts'
import { readRankings } from '@/lib/rankings/read-rankings'
import { RankingWindow } from '@/lib/rankings/schema'

export const metadata = describePage({
  title: 'Rankings',
  description:
    'Which models are used most through this gateway, which providers serve them, how fast they answer, and how they score.',
  path: paths.rankings,
})

export default async function Page({ searchParams }: PageProps<'/explore/rankings'>) {
  const window = RankingWindow.catch('7d').parse((await searchParams).window)
  const [rankings, charts] = await Promise.all([readRankings({ window }), readCharts({ window })])
  const offered = new Map(listOfferedModels().map(({ id, name }) => [id, name]))
  return <RankingsPage path={paths.rankings} rankings={rankings} charts={charts} offered={offered} />
}
