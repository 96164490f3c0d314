import { readRankings } from '@/app/read-rankings'
import { RankingsPage } from '@/components/catalog/rankings/rankings-page'
import { describePage } from '@/components/site/describe-page'
import { paths } from '@/lib/client/paths'

export const metadata = describePage({
  title: 'Rankings',
  description:
    'The most used models on this gateway, the providers that serve them, their speed and their scores.',
  path: paths.rankings,
})

export default async function Page({ searchParams }: PageProps<'/explore/rankings'>) {
  return <RankingsPage path={paths.rankings} {...(await readRankings(searchParams))} />
}
