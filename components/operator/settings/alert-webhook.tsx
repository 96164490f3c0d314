'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Setting as Row } from '@/components/account/settings/profile-panel'
import { RelativeTime } from '@/components/data/relative-time'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { SecretBox } from '@/components/work/deliveries/secret-panel'
import { alertWebhookQuery, testAlertWebhookMutation } from '@/lib/operator/admin/queries'
import type { AlertWebhook } from '@/lib/operator/admin/schema'

/** The signing secret of operator alerts, the latest deliveries and a test. */
export function AlertWebhookSettings() {
  const webhook = useQuery(alertWebhookQuery())
  const test = useMutation(testAlertWebhookMutation())
  const send = () => test.mutate(undefined, { onError: (error) => toast.error(error.message) })
  return (
    <>
      <Row name="Signing secret" hint="Alerts are signed with the Standard Webhooks scheme.">
        <div className="w-full max-w-md">
          {webhook.data ? (
            <SecretBox secret={webhook.data.secret} name="signing secret" />
          ) : (
            (webhook.error?.message ?? 'Loading…')
          )}
        </div>
      </Row>
      <Row name="Deliveries" hint="The latest five deliveries.">
        <div className="flex w-full max-w-md flex-col gap-2">
          {webhook.data?.deliveries.length === 0 && 'No deliveries yet'}
          <ul className="flex flex-col gap-1.5 empty:hidden">
            {webhook.data?.deliveries.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} />
            ))}
          </ul>
          <Button className="self-start" loading={test.isPending} onClick={send}>
            Send test
          </Button>
        </div>
      </Row>
    </>
  )
}

const tones = { pending: 'neutral', delivered: 'success', failed: 'danger' } as const
const statusNames = { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' }

function Delivery({ delivery }: { delivery: AlertWebhook['deliveries'][number] }) {
  const { event, status, error, created_at } = delivery
  return (
    <li className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-3">
        <StatusDot tone={tones[status]}>{statusNames[status]}</StatusDot>
        <code className="font-mono text-xs break-all">{event}</code>
        <span className="text-xs text-faint">
          <RelativeTime at={created_at} />
        </span>
      </span>
      {error && <span className="block text-xs break-words text-faint">{error}</span>}
    </li>
  )
}
