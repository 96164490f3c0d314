'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
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
  loading: () => <Skeleton className="m-4 h-auto" />,
})

type FirstStepsProps = {
  /** What was done when the page was opened. */
  before: FirstStepsDone
  /** The cookie that hides them, `name=value`. */
  hiding: string
}

const YEAR_SECONDS = 31_536_000

/** The first steps of a new customer, until a request has come in over the API or they are hidden. */
export function FirstSteps({ before, hiding }: FirstStepsProps) {
  const done = useFirstSteps() ?? before
  const [isHidden, setHidden] = useState(false)
  const hide = () => {
    // A cookie, so that the server knows: they would flash up otherwise.
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only on https
    document.cookie = `${hiding}; path=/console; max-age=${YEAR_SECONDS}; samesite=lax`
    setHidden(true)
  }
  // As it was when the page was opened, so that an answer can still be read.
  if (before.request || isHidden) return null
  const count = Object.values(done).filter(Boolean).length
  return (
    <Panel aria-label="First steps">
      <PanelHeader
        title="First steps"
        actions={
          <>
            <span className="figures text-xs text-faint-foreground">{count} of 3 done</span>
            <Button variant="ghost" size="sm" onClick={hide}>
              Hide
            </Button>
          </>
        }
      />
      <div className="grid min-h-96 lg:min-h-48">
        <Steps done={done} />
      </div>
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
    credit: [available, total_purchased, total_used].some((amount) => (toNanos(amount) ?? 0n) > 0n),
    // A request without a key can only have come from the console.
    playground: usage.api_keys.some(({ api_key_id }) => api_key_id === null),
    request:
      latest.data.items.some(({ api_key_name }) => api_key_name !== null) ||
      keys.data.some(({ usage_usd }) => (toNanos(usage_usd) ?? 0n) > 0n),
  }
}
