'use client'

import dynamic from 'next/dynamic'
import { Page, PageHeader } from '@/components/layout/page'
import { NoCreditNotice } from '@/components/money/billing/no-credit'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'

// In the browser only: the code has this server's URL.
const Connect = dynamic(() => import('./connect').then((module) => module.Connect), {
  ssr: false,
  loading: () => (
    <div role="status" className="flex flex-col gap-6 p-4">
      <span className="sr-only">Loading clients</span>
      <Skeleton className="w-1/2" />
      <Skeleton className="h-8" />
      <Skeleton className="h-16" />
      <Skeleton className="h-48" />
    </div>
  ),
})

type ConnectPageProps = {
  /** Empty for a new key. */
  keyId: string
  hasNoCredit: boolean
}

/** Code for a client with a key in it, and whether its first request has arrived. */
export function ConnectPage({ keyId, hasNoCredit }: ConnectPageProps) {
  return (
    <Page>
      <PageHeader
        title="Connect"
        description="Choose a client, create a key and run the code. The page shows when the first request arrives."
      />
      {hasNoCredit && <NoCreditNotice />}
      <Panel aria-label="Connect a client" className="overflow-hidden">
        <Connect firstKeyId={keyId} />
      </Panel>
    </Page>
  )
}
