'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Setting as Row } from '@/components/account/settings/profile-panel'
import { RelativeTime } from '@/components/data/relative-time'
import { FileDrop } from '@/components/forms/file-drop'
import { Alert } from '@/components/ui/alert'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { SecretBox } from '@/components/work/deliveries/secret-panel'
import { formatDuration } from '@/lib/client/format/number'
import { alertWebhookQuery, testAlertWebhookMutation } from '@/lib/operator/admin/queries'
import type { AlertWebhook } from '@/lib/operator/admin/schema'
import { setLogoMutation, testMailMutation } from '@/lib/operator/settings/queries'
import type { MailTestReply } from '@/lib/operator/settings/schema'

const MAX_BYTES = 100 * 1024

/** The logo in the header of every page. */
export function LogoSetting({ url }: { url: string | null }) {
  const router = useRouter()
  const change = useMutation(setLogoMutation())
  const set = (image: string | null) =>
    change.mutate(image, {
      onSuccess: () => {
        toast.success(image === null ? 'Logo removed' : 'Logo saved')
        router.refresh() // the header is rendered by the server
      },
      onError: (error) => toast.error(error.message),
    })
  async function choose([file]: File[]) {
    if (file === undefined) return
    if (file.size > MAX_BYTES) toast.error('The image must be at most 100 kB.')
    else set(await base64Of(file))
  }
  return (
    <Row name="Logo" hint="PNG, JPEG, WebP or SVG, up to 100 kB. Displayed 20 pixels high.">
      <div className="flex w-full max-w-md flex-wrap items-center gap-3">
        {url && (
          <>
            {/* biome-ignore lint/performance/noImgElement: a small image that needs no optimization */}
            <img
              src={url}
              alt="Logo"
              className="h-10 max-w-40 rounded-sm border border-border object-contain p-1"
            />
            <Button variant="outline" size="sm" loading={change.isPending} onClick={() => set(null)}>
              Remove logo
            </Button>
          </>
        )}
        <FileDrop
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          disabled={change.isPending}
          onFiles={choose}
          className="flex-1 basis-48 px-4 py-3"
        >
          {url ? 'Drop or choose an image to replace the logo' : 'Drop or choose an image'}
        </FileDrop>
      </div>
    </Row>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export function MailTest() {
  const test = useMutation(testMailMutation())
  return (
    <Row name="Test" hint="Sends an email to your own address with the saved settings.">
      <div className="flex w-full max-w-md flex-col gap-2">
        <Button
          variant="outline"
          className="self-start"
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          Send test email
        </Button>
        {test.error && <Alert tone="danger">{test.error.message}</Alert>}
        {test.data && <Outcome reply={test.data} />}
      </div>
    </Row>
  )
}

function Outcome({ reply: { to, problem, latency_ms } }: { reply: MailTestReply }) {
  const duration = formatDuration(latency_ms)
  if (problem !== null)
    return (
      <Alert tone="danger" title="Not sent">
        Failed after {duration}: {problem}
      </Alert>
    )
  return (
    <Alert tone="success" title="Sent">
      The server accepted an email to {to} in {duration}. Check your inbox and spam folder.
    </Alert>
  )
}

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
          <Button variant="outline" className="self-start" loading={test.isPending} onClick={send}>
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
        <span className="text-xs text-faint-foreground">
          <RelativeTime at={created_at} />
        </span>
      </span>
      {error && <span className="block text-xs break-words text-faint-foreground">{error}</span>}
    </li>
  )
}
