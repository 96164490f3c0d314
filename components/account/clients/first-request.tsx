'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Spinner } from '@/components/ui/spinner'
import type { ApiKeyRecord } from '@/lib/account/api-keys/schema'
import { formatMoney } from '@/lib/client/format/money'
import { formatDuration } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { newestOfKeyQuery } from '@/lib/money/usage/queries'
import type { RecentItem } from '@/lib/money/usage/schema'
import { NO_SECRET } from './client-code'

const POLL_MILLIS = 2000
const PATIENCE_MILLIS = 5 * 60_000

type FirstRequestProps = {
  apiKey: Pick<ApiKeyRecord, 'id' | 'name'>
  /** The key was created a moment ago: any request of it counts. */
  isNew: boolean
}

/** Waits for the key's next request and shows it. */
export function FirstRequest({ apiKey: { id, name }, isNew }: FirstRequestProps) {
  const { request, seenId, error, hasStopped, isChecking, checkAgain } = useNextRequest(id, isNew)
  const awaited = seenId === null ? 'first request' : 'next request'
  const again = hasStopped && (
    <Button variant="outline" size="sm" loading={isChecking} onClick={checkAgain}>
      Check again
    </Button>
  )
  if (request?.status === 'failed')
    return (
      <Alert
        tone="danger"
        title="A request arrived, but the provider failed"
        action={again || <RequestLink id={request.id}>View request</RequestLink>}
      >
        <code className="font-mono text-xs">{request.error_code}</code>. You were not charged. Run the code
        again.
      </Alert>
    )
  if (request)
    return (
      <Alert
        tone="success"
        title={`Your ${awaited} arrived`}
        action={<RequestLink id={request.id}>View bill</RequestLink>}
      >
        <span className="figures">
          {formatDuration(request.latency_ms)}, {formatMoney(request.cost, 'sum')}, {request.model_name}
        </span>
      </Alert>
    )
  if (again)
    return (
      <Alert tone="warning" title={`No request with “${name}” yet`} action={again}>
        {error?.message ??
          'Check the base URL, key and model. Requests refused with 401, 402, 403, 404 or 429 are not recorded: the client shows why.'}
      </Alert>
    )
  // What comes in now could not be told from what was there.
  if (seenId === undefined) return <Skeleton className="h-16" />
  return (
    <Alert title={`Waiting for the ${awaited} with “${name}”`} action={<Spinner />}>
      {isNew
        ? 'Copy the code and run it. The key is shown only now.'
        : `Put the key where the code says ${NO_SECRET}, and run it. Only its hash is stored here.`}
    </Alert>
  )
}

function RequestLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Button variant="outline" size="sm" asChild>
      <Link href={paths.usageRequest(id)}>{children}</Link>
    </Button>
  )
}

/**
 * The first request that was not there when this began. Asks every two seconds for five minutes, while the page is visible, and
 * whenever the reader comes back to it. A failed request is shown until another one arrives.
 */
function useNextRequest(keyId: string, isNew: boolean) {
  const [seenId, setSeenId] = useState<string | null | undefined>(isNew ? null : undefined)
  const [deadline, setDeadline] = useState(patience)
  const isAwaited = (newest: RecentItem | null | undefined) =>
    newest !== undefined && newest !== null && seenId !== undefined && newest.id !== seenId
  const isDone = (newest: RecentItem | null | undefined) => isAwaited(newest) && newest?.status !== 'failed'
  const query = useQuery({
    ...newestOfKeyQuery(keyId),
    enabled: ({ state }) => !isDone(state.data),
    refetchInterval: () => (Date.now() < deadline ? POLL_MILLIS : false),
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  const newest = query.data
  if (seenId === undefined && newest !== undefined) setSeenId(newest?.id ?? null)
  return {
    request: isAwaited(newest) ? newest : undefined,
    seenId,
    error: query.error,
    hasStopped: Math.max(query.dataUpdatedAt, query.errorUpdatedAt) >= deadline,
    isChecking: query.isFetching,
    checkAgain: () => {
      setDeadline(patience())
      void query.refetch()
    },
  }
}

const patience = () => Date.now() + PATIENCE_MILLIS
