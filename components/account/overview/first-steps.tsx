'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { keyListQuery } from '@/lib/account/api-keys/queries'
import { toNanos } from '@/lib/client/format/money'
import { balanceQuery } from '@/lib/money/orders/queries'
import { overviewRequestsQuery } from './latest-requests'
import { useSpend } from './spend'
import type { FirstStepsDone } from './steps'

// Loaded for new customers only.
const Steps = dynamic(() => import('./steps').then((module) => module.Steps), {
  ssr: false,
  loading: () => <Skeleton className="m-4 h-80" />,
})

/** `isNew`: nothing was ever spent, so the panel keeps its space until the steps are known. */
type FirstStepsProps = { isNew: boolean }

/** The first steps of a new customer; hidden at the next visit once they are done. */
export function FirstSteps({ isNew }: FirstStepsProps) {
  const done = useFirstSteps()
  // Stays open after use, so that the new key and the response can still be read.
  const [isUsed, setUsed] = useState(false)
  const complete = done?.key && done.credit && (done.request || done.playground)
  if (!isUsed && (done ? complete : !isNew)) return null
  const count = done && Object.values(done).filter(Boolean).length
  return (
    <Panel aria-label="First steps">
      <PanelHeader
        title="First steps"
        actions={
          count !== null && <span className="figures text-xs text-faint-foreground">{count} of 4 done</span>
        }
      />
      <Steps done={done} onUse={() => setUsed(true)} />
    </Panel>
  )
}

/** Which of the first steps are done. Null while loading. */
function useFirstSteps(): FirstStepsDone | null {
  const keys = useQuery(keyListQuery())
  const latest = useQuery(overviewRequestsQuery())
  const balance = useQuery(balanceQuery())
  const { usage } = useSpend()
  if (!keys.data || !latest.data || !balance.data || !usage) return null
  const { available, total_purchased, total_used } = balance.data
  return {
    key: keys.data.length > 0,
    request: latest.data.items.some(({ api_key_name }) => api_key_name !== null),
    credit: [available, total_purchased, total_used].some((amount) => (toNanos(amount) ?? 0n) > 0n),
    // A request without a key can only have come from the console.
    playground: usage.api_keys.some(({ api_key_id }) => api_key_id === null),
  }
}
