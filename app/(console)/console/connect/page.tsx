import type { Metadata } from 'next'
import { ConnectPage } from '@/components/account/clients/connect-page'
import { pageApi, requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Connect' }

export default async function Page({ searchParams }: PageProps<'/console/connect'>) {
  const { key } = await searchParams
  const keyId = typeof key === 'string' ? key : ''
  const session = await requireSession(keyId === '' ? paths.connect : paths.connectKey(keyId))
  // Read here, so that the notice does not move the page.
  const balance = await pageApi().readBalance(session)
  return <ConnectPage keyId={keyId} hasNoCredit={balance !== null && Number(balance.available) <= 0} />
}
