import type { Metadata } from 'next'
import { readRankings } from '@/app/read-rankings'
import { RankingsPage } from '@/components/catalog/rankings/rankings-page'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Rankings' }

export default async function Page({ searchParams }: PageProps<'/console/rankings'>) {
  return <RankingsPage path={paths.consoleRankings} {...(await readRankings(searchParams))} />
}
