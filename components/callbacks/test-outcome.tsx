'use client'

import { useQuery } from '@tanstack/react-query'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { deliveryQuery } from '@/lib/callbacks/queries'
import { formatDuration } from '@/lib/client/format/number'

/** What came of a test, as soon as it is known. */
export function TestOutcome({ id, onOpen }: { id: string; onOpen: () => void }) {
  const { data } = useQuery(deliveryQuery(id))
  const attempt = data?.attempts.at(-1)
  if (!data || !attempt)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner />
        Sending. An answer is waited for up to 15 seconds.
      </p>
    )
  const isWell = data.status === 'delivered'
  return (
    <Alert
      tone={isWell ? 'success' : 'danger'}
      title={isWell ? 'Delivered' : 'Not delivered'}
      action={
        <Button size="sm" onClick={onOpen}>
          Details
        </Button>
      }
    >
      {attempt.error ??
        `The receiver answered ${attempt.status_code} in ${formatDuration(attempt.duration_ms)}.`}
    </Alert>
  )
}
