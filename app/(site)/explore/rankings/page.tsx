import { RankingsPage } from '@/components/catalog/rankings/rankings-page'
import { describePage } from '@/components/site/describe-page'
import { listOfferedModels } from '@/lib/catalog/models/models'
import { Modality } from '@/lib/catalog/models/schema'
import { readUse } from '@/lib/catalog/rankings/read-use'
import { RankingWindow } from '@/lib/catalog/rankings/schema'
import { paths } from '@/lib/client/paths'

export const metadata = describePage({
  title: 'Rankings',
  description:
    'Which models are used most through this gateway, which providers serve them, how fast they answer, and how they score.',
  path: paths.rankings,
})

export default async function Page({ searchParams }: PageProps<'/explore/rankings'>) {
  const asked = await searchParams
  const rankings = await readUse({ window: RankingWindow.catch('7d').parse(asked.window) })
  const kind = Modality.safeParse(asked.modality).data
  const offered = new Map(listOfferedModels().map(({ id, name }) => [id, name]))
  return <RankingsPage path={paths.rankings} rankings={rankings} kind={kind} offered={offered} />
}
