'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { webhookSettingsQuery } from '@/lib/callbacks/queries'
import type { WebhookSettings } from '@/lib/callbacks/schema'
import { formatDateTime } from '@/lib/client/format/time'
import { RotateSecretDialog } from './rotate-secret-dialog'
import { SecretBox } from './secret-box'

export function SecretPanel() {
  const settings = useQuery(webhookSettingsQuery())
  const [rotating, setRotating] = useState(false)
  return (
    <Panel>
      <PanelHeader
        title="Signing secret"
        actions={
          <Button size="sm" disabled={!settings.data} onClick={() => setRotating(true)}>
            Rotate secret
          </Button>
        }
      />
      {settings.isPending && (
        <div role="status" className="p-4">
          <span className="sr-only">Loading the secret</span>
          <Skeleton className="h-10.5 rounded-md" />
          <div className="mt-3 flex h-15 flex-col gap-2 pt-1 sm:h-10">
            <Skeleton className="w-5/6" />
            <Skeleton className="w-1/2" />
          </div>
        </div>
      )}
      {settings.error && !settings.data && (
        <ErrorState
          title="The secret could not be loaded"
          error={settings.error}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
        />
      )}
      {settings.data && <Secrets settings={settings.data} />}
      <RotateSecretDialog open={rotating} onOpenChange={setRotating} settings={settings.data} />
    </Panel>
  )
}

function Secrets({ settings }: { settings: WebhookSettings }) {
  const { secret, previous_secret: previous, previous_expires_at: end } = settings
  return (
    <PanelBody className="flex flex-col gap-3">
      <SecretBox secret={secret} name="secret" />
      <p className="text-sm text-muted">
        Signs everything that is sent to you, so that you can tell it from what others send. Keep it to your
        server.
      </p>
      {previous !== null && end !== null && (
        <div className="flex flex-col gap-2 border-t border-line pt-3">
          <p className="text-sm">
            The old secret signs as well until <time dateTime={end}>{formatDateTime(end)}</time>.
          </p>
          <SecretBox secret={previous} name="old secret" />
        </div>
      )}
    </PanelBody>
  )
}
