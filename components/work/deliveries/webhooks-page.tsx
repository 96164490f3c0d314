'use client'

import { Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { Page, PageHeader } from '@/components/layout/page'
import { Allowed } from '@/components/layout/permissions'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { WhenNear } from '@/components/ui/when-near'
import { whenOpened } from '@/components/ui/when-opened'
import { DeliveryPanel } from './delivery-panel'
import { EndpointsPanel } from './endpoints-panel'
import { SecretPanel } from './secret-panel'

const TestDialog = whenOpened(() => import('./test-dialog').then((module) => module.TestDialog))

const DeliverySheet = whenOpened(
  () => import('./delivery-sheet').then((module) => module.DeliverySheet),
  ({ id }) => id !== null,
)

const VerifyPanel = lazy(async () => ({ default: (await import('./verify-panel')).VerifyPanel }))

export function WebhooksPage() {
  const [testing, setTesting] = useState(false)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const isReady = useHydrated()
  const test = () => setTesting(true)
  return (
    <Page>
      <PageHeader
        title="Webhooks"
        description="Signed events sent to your servers: events of your account to the endpoints below, events of a task to the callback URL of its request."
        actions={
          <Allowed to="settings.manage">
            <Button variant="outline" disabled={!isReady} onClick={test}>
              <Send aria-hidden="true" />
              Send a test
            </Button>
          </Allowed>
        }
      />
      <Allowed to="settings.manage">
        <EndpointsPanel />
        <SecretPanel />
      </Allowed>
      <DeliveryPanel onOpen={setOpenedId} onTest={test} />
      <WhenNear className="h-128 rounded-lg">
        <Suspense fallback={<Skeleton className="h-128 rounded-lg" />}>
          <VerifyPanel />
        </Suspense>
      </WhenNear>
      <TestDialog open={testing} onOpenChange={setTesting} onOpenDelivery={setOpenedId} />
      <DeliverySheet id={openedId} onClose={() => setOpenedId(null)} />
    </Page>
  )
}
