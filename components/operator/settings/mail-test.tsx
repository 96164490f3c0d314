'use client'

import { useMutation } from '@tanstack/react-query'
import { Setting as Row } from '@/components/account/settings/profile-panel'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { formatDuration } from '@/lib/client/format/number'
import { testMailMutation } from '@/lib/operator/settings/queries'
import type { MailTestReply } from '@/lib/operator/settings/schema'

export function MailTest() {
  const test = useMutation(testMailMutation())
  return (
    <Row name="Test" hint="Sends an email to your own address with the saved settings.">
      <div className="flex w-full max-w-md flex-col gap-2">
        <Button className="self-start" loading={test.isPending} onClick={() => test.mutate()}>
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
