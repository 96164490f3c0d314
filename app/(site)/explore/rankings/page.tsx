import { RankingsPage } from '@/components/catalog/rankings/rankings-page'
import { describePage } from '@/components/site/describe-page'
import { Modality } from '@/lib/catalog/models/schema'
import { RankingWindow } from '@/lib/catalog/rankings/schema'
import { pageApi } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata = describePage({
  title: 'Rankings',
  description:
    'The most used models on this gateway, the providers that serve them, their speed and their scores.',
  path: paths.rankings,
})

export default async function Page({ searchParams }: PageProps<'/explore/rankings'>) {
  const asked = await searchParams
  const rankings = await pageApi().readUse({ window: RankingWindow.catch('7d').parse(asked.window) })
  const kind = Modality.safeParse(asked.modality).data
  const offered = new Map(
    pageApi()
      .listOfferedModels()
      .map(({ id, name }) => [id, name]),
  )
  return <RankingsPage path={paths.rankings} rankings={rankings} kind={kind} offered={offered} />
}
