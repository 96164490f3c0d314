'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { toast } from 'sonner'
import { Page, PageHeader } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { checkLedgerMutation, ledgerChecksQuery } from '@/lib/operators/queries'
import { Loaded } from '../loaded'
import { CheckHistory } from './check-history'
import { LatestCheck } from './latest-check'
import { LatestCheckSkeleton } from './latest-check-skeleton'

export function LedgerPage() {
  const checks = useQuery(ledgerChecksQuery())
  const check = useMutation(checkLedgerMutation())
  const [latest] = checks.data ?? []
  const isRunning = latest?.status === 'running'
  const finished = checks.data?.find(({ findings }) => findings !== null)
  const start = () => check.mutate(undefined, { onError: (error) => toast.error(error.message) })
  return (
    <Page>
      <PageHeader
        title="Ledger"
        description="Checked every hour: that entries add up to balances, holds to what is held and all accounts to zero, and that each hold is still wanted."
        actions={
          <Button variant="primary" loading={check.isPending || isRunning} onClick={start}>
            Check now
          </Button>
        }
      />
      {checks.isPending && <LatestCheckSkeleton />}
      {finished && <LatestCheck check={finished} />}
      <Panel>
        <PanelHeader title="Checks" />
        <Loaded query={checks} what="checks" rows={3}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                icon={<Scale />}
                title="Not checked yet"
                description="The first check comes within the hour, or when you ask for it."
              />
            ) : (
              <CheckHistory checks={all} />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}
