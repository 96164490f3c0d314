'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import Link from 'next/link'
import { lazy, Suspense, useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { SavedField } from '@/components/forms/saved-field'
import { Page, PageHeader } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { whenOpened } from '@/components/ui/when-opened'
import { paths } from '@/lib/client/paths'
import { updateWebhooksMutation, webhookSettingsQuery } from '@/lib/work/deliveries/queries'
import { DeliveryPanel } from './delivery-panel'
import { SecretPanel } from './secret-panel'

const TestDialog = whenOpened(
  () => import('./test-dialog').then((module) => module.TestDialog),
  ({ open }) => open,
)

const DeliverySheet = whenOpened(
  () => import('./delivery-sheet').then((module) => module.DeliverySheet),
  ({ id }) => id !== null,
)

// Loaded after the page: one includes the code of forms, the other the syntax highlighter.
const EndpointsPanel = lazy(async () => ({ default: (await import('./endpoints-panel')).EndpointsPanel }))
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
        description="Signed events sent to your servers: videos to the callback URL of each task, alerts to the alert URL and your endpoints."
        actions={
          <Button variant="outline" disabled={!isReady} onClick={test}>
            <Send aria-hidden="true" />
            Send a test
          </Button>
        }
      />
      <div className="grid items-stretch gap-6 lg:grid-cols-2">
        <SecretPanel />
        <AlertUrlPanel />
      </div>
      <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
        <EndpointsPanel />
      </Suspense>
      <DeliveryPanel onOpen={setOpenedId} onTest={test} />
      <Suspense fallback={<Skeleton className="h-128 rounded-lg" />}>
        <VerifyPanel />
      </Suspense>
      <TestDialog open={testing} onOpenChange={setTesting} onOpenDelivery={setOpenedId} />
      <DeliverySheet id={openedId} onClose={() => setOpenedId(null)} />
    </Page>
  )
}

const urlProblem = (text: string) =>
  text === '' || URL.canParse(text) ? undefined : 'Enter a full URL, such as https://example.com/webhooks.'

/** Where alerts are sent. Videos have a callback URL per task. */
function AlertUrlPanel() {
  const { data } = useQuery(webhookSettingsQuery())
  const update = useMutation(updateWebhooksMutation())
  return (
    <Panel>
      <PanelHeader title="Alerts" />
      <PanelBody className="flex flex-col gap-3">
        <SavedField
          label="Alert URL"
          type="url"
          placeholder="https://example.com/webhooks"
          value={data?.alert_url ?? ''}
          disabled={data === undefined}
          problem={urlProblem}
          onSave={(url) => update.mutateAsync({ alert_url: url === '' ? null : url })}
          hint="A public HTTPS URL. Leave empty to send no alerts."
        />
        <p className="text-sm text-muted-foreground">
          Receives <Event name="balance.low" />, <Event name="api_key.limit_reached" />,{' '}
          <Event name="top_up.failed" /> and <Event name="model.ending" />.{' '}
          <Link
            href={paths.billing}
            className="text-brand-text underline decoration-brand-border underline-offset-3 hover:decoration-current"
          >
            Manage alerts
          </Link>
        </p>
      </PanelBody>
    </Panel>
  )
}

function Event({ name }: { name: string }) {
  return <code className="font-mono text-xs text-foreground">{name}</code>
}
