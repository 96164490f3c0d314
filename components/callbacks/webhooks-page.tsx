'use client'

import { Send } from 'lucide-react'
import { useState } from 'react'
import { useHydrated } from '@/components/data/use-hydrated'
import { Page, PageHeader } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { AlertUrlPanel } from './alert-url-panel'
import { DeliveryPanel } from './deliveries/delivery-panel'
import { DeliverySheet } from './deliveries/delivery-sheet'
import { SecretPanel } from './secret/secret-panel'
import { TestDialog } from './test-dialog'
import { VerifyPanel } from './verify/verify-panel'

export function WebhooksPage() {
  const [testing, setTesting] = useState(false)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const isReady = useHydrated()
  const test = () => setTesting(true)
  return (
    <Page>
      <PageHeader
        title="Webhooks"
        description="Signed messages to your servers: videos to the callback URL of their task, alerts to the alert URL."
        actions={
          <Button disabled={!isReady} onClick={test}>
            <Send aria-hidden="true" />
            Send a test
          </Button>
        }
      />
      <div className="grid items-stretch gap-6 lg:grid-cols-2">
        <SecretPanel />
        <AlertUrlPanel />
      </div>
      <DeliveryPanel onOpen={setOpenedId} onTest={test} />
      <VerifyPanel />
      <TestDialog open={testing} onOpenChange={setTesting} onOpenDelivery={setOpenedId} />
      <DeliverySheet id={openedId} onClose={() => setOpenedId(null)} />
    </Page>
  )
}
