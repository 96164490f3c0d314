'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { LoadError } from '@/components/data/loaded'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/toast'
import { ConfirmDialog } from '@/components/ui/when-opened'
import { formatDateTime } from '@/lib/client/format/time'
import { rotateSecretMutation, webhookSettingsQuery } from '@/lib/work/deliveries/queries'
import type { WebhookSettings } from '@/lib/work/deliveries/schema'

export function SecretPanel() {
  const settings = useQuery(webhookSettingsQuery())
  const [rotating, setRotating] = useState(false)
  return (
    <Panel>
      <PanelHeader
        title="Signing secret"
        actions={
          <Button variant="outline" size="sm" disabled={!settings.data} onClick={() => setRotating(true)}>
            Rotate secret
          </Button>
        }
      />
      <LoadError query={settings} what="The secret" />
      {!settings.isLoadingError && <Secrets settings={settings.data} />}
      <RotateSecretDialog open={rotating} onOpenChange={setRotating} settings={settings.data} />
    </Panel>
  )
}

/** All but the secrets themselves is there while they are loading. */
function Secrets({ settings }: { settings: WebhookSettings | undefined }) {
  const { previous_secret: previous = null, previous_expires_at: end = null } = settings ?? {}
  return (
    <PanelBody className="flex flex-col gap-3">
      {settings ? (
        <SecretBox secret={settings.secret} name="secret" />
      ) : (
        <div role="status">
          <span className="sr-only">Loading the secret</span>
          <Skeleton className="h-10.5 rounded-md pointer-coarse:h-12.5" />
        </div>
      )}
      <p className="text-sm text-muted-foreground">
        One secret signs all your webhooks, whatever their URL. Use it to verify that a webhook came from us.
        Keep it secret.
      </p>
      {previous !== null && end !== null && (
        <div className="flex flex-col gap-2 border-t border-border pt-3">
          <p className="text-sm">
            The old secret also signs until <time dateTime={end}>{formatDateTime(end)}</time>.
          </p>
          <SecretBox secret={previous} name="old secret" />
        </div>
      )}
    </PanelBody>
  )
}

/** A secret, hidden until it is revealed. Copying does not reveal it. */
export function SecretBox({ secret, name }: { secret: string; name: string }) {
  const [shown, setShown] = useState(false)
  return (
    <div className="flex items-start gap-1 rounded-md border border-input bg-muted py-1.5 pr-1.5 pl-3">
      <code
        data-testid={name}
        className="min-w-0 flex-1 py-1 font-mono text-xs leading-5 break-all pointer-coarse:py-2"
      >
        {shown ? secret : <HiddenSecret />}
      </code>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${shown ? 'Hide' : 'Reveal'} the ${name}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </Button>
      <CopyButton value={secret} what={`the ${name}`} />
    </div>
  )
}

function HiddenSecret() {
  return (
    <>
      <span className="sr-only">Hidden</span>
      <span aria-hidden="true">whsec_{'•'.repeat(24)}</span>
    </>
  )
}

type RotateSecretDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  settings: WebhookSettings | undefined
}

function RotateSecretDialog({ open, onOpenChange, settings }: RotateSecretDialogProps) {
  const rotate = useMutation(rotateSecretMutation())
  const confirm = () =>
    rotate.mutate(undefined, {
      onSuccess: ({ previous_expires_at: end }) => {
        const description = end && `The old secret also signs until ${formatDateTime(end)}.`
        toast.success('Secret rotated', description ? { description } : {})
        onOpenChange(false)
      },
    })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        rotate.reset()
        onOpenChange(next)
      }}
      title="Rotate the signing secret?"
      description={
        <>
          <p>
            Webhooks are signed with a new secret. The current one also signs for 24 hours, so that you can
            update your server without missing any.
          </p>
          {settings?.previous_expires_at && (
            <p className="mt-2">
              A rotation is already in progress: its old secret also signs until{' '}
              {formatDateTime(settings.previous_expires_at)}.
            </p>
          )}
        </>
      }
      confirmLabel="Rotate secret"
      loading={rotate.isPending}
      error={rotate.error?.message}
      onConfirm={confirm}
    />
  )
}
