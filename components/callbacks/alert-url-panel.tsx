'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { SavedField } from '@/components/forms/saved-field'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { updateWebhooksMutation, webhookSettingsQuery } from '@/lib/callbacks/queries'
import { paths } from '@/lib/client/paths'

/** Where alerts go; videos name their own URL with each task. */
export function AlertUrlPanel() {
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
          onSave={(url) => update.mutateAsync({ alert_url: url === '' ? null : url })}
          hint="A public https address. Leave it empty to send no alerts."
        />
        <p className="text-sm text-muted">
          Gets <Event name="balance.low" /> and <Event name="api_key.limit_reached" />.{' '}
          <Link
            href={paths.billing}
            className="text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current"
          >
            Choose alerts
          </Link>
        </p>
      </PanelBody>
    </Panel>
  )
}

function Event({ name }: { name: string }) {
  return <code className="font-mono text-xs text-ink">{name}</code>
}
