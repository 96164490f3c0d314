import { CircleAlert, RotateCw } from 'lucide-react'
import Link from 'next/link'
import { useNow } from '@/components/data/relative-time'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { formatMoney } from '@/lib/client/format/money'
import { paths, signInAgainPath } from '@/lib/client/paths'
import type { Failure } from '../conversation/conversation'

type FailureCardProps = { failure: Failure; onRetry: () => void; disabled: boolean }

/** An error in place of the answer: what happened, the code, and what to do. */
export function FailureCard({ failure, onRetry, disabled }: FailureCardProps) {
  const waiting = failure.retryAt !== null
  const now = useNow(waiting ? 500 : undefined)
  const waitSeconds = failure.retryAt === null ? 0 : Math.max(0, Math.ceil((failure.retryAt - now) / 1000))
  return (
    <div
      role="alert"
      className="my-1 rounded-lg border border-destructive-border bg-destructive-soft px-3.5 py-3 text-sm"
    >
      <div className="flex items-start gap-2.5">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-destructive-text" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <p className="font-medium break-words text-foreground">{failure.message}</p>
          <FailureAdvice failure={failure} waitSeconds={waitSeconds} />
          <FailureFacts failure={failure} />
        </div>
      </div>
      <div className="mt-2.5 flex flex-wrap items-center gap-2 pl-6.5">
        <Button variant="outline" size="sm" onClick={onRetry} disabled={disabled || waitSeconds > 0}>
          <RotateCw aria-hidden="true" />
          {waitSeconds > 0 ? `Retry in ${waitSeconds} s` : 'Retry'}
        </Button>
        {failure.status === 402 && (
          <Button variant="outline" size="sm" asChild>
            <Link href={paths.billing}>Add credit</Link>
          </Button>
        )}
        {failure.status === 401 && (
          <Button size="sm" variant="ghost" asChild>
            <a href={signInAgainPath(paths.playground)}>Sign in again</a>
          </Button>
        )}
      </div>
    </div>
  )
}

function FailureAdvice({ failure, waitSeconds }: { failure: Failure; waitSeconds: number }) {
  const advice = adviceFor(failure, waitSeconds)
  return advice && <p className="mt-0.5 text-muted-foreground">{advice}</p>
}

function adviceFor(failure: Failure, waitSeconds: number): string | null {
  if (failure.status === 402) {
    const sums =
      failure.required !== null && failure.available !== null
        ? `This request may cost up to ${formatMoney(failure.required, 'exact')}, and ${formatMoney(failure.available, 'exact')} is available. `
        : ''
    return `${sums}Lower Max tokens or add credit.`
  }
  if (failure.status === 429 && waitSeconds > 0) return `Try again in ${waitSeconds} s.`
  if (failure.code === 'stream_broken') return 'What arrived is shown above. Broken streams are not charged.'
  if (failure.status === 401) return 'Your session has ended.'
  return null
}

function FailureFacts({ failure }: { failure: Failure }) {
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 font-mono text-2xs break-all text-muted-foreground">
      <span>{failure.code}</span>
      {failure.status !== null && <span>HTTP {failure.status}</span>}
      {failure.param && <span>param: {failure.param}</span>}
      {failure.requestId && (
        <span className="inline-flex items-center">
          {failure.requestId}
          <CopyButton value={failure.requestId} what="request ID" className="-my-1.5 size-6" />
        </span>
      )}
    </p>
  )
}
