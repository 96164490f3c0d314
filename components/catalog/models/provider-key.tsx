'use client'

import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { ProviderTestReply } from '@/lib/catalog/models/schema'

type LineProps = { title: ReactNode; detail?: ReactNode; actions: ReactNode; children?: ReactNode }

/** One line of a list of provider keys: a stored key, or what is used instead of one. */
export function KeyLine({ title, detail, actions, children }: LineProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-40 text-sm">
          <div className="flex flex-wrap items-center gap-2">{title}</div>
          {detail && <div className="text-xs text-faint-foreground">{detail}</div>}
        </div>
        <div className="flex flex-wrap gap-1.5">{actions}</div>
      </div>
      {children}
    </div>
  )
}

type StoredKey = { last_four: string; refused_at: string | null; is_readable: boolean }

/** A stored key's last four characters, and badges where it cannot be used. */
export function KeyEnding({ stored }: { stored: StoredKey }) {
  return (
    <>
      <span className="font-mono">
        <span aria-hidden="true">••••</span>
        <span className="sr-only">Key ending in </span>
        {stored.last_four}
      </span>
      {stored.refused_at && <Badge tone="danger">Rejected</Badge>}
      {!stored.is_readable && <Badge tone="danger">Can’t be decrypted</Badge>}
    </>
  )
}

/** One key is tested at a time. */
export type KeyTest = Pick<
  UseMutationResult<ProviderTestReply, Error, { key: string | null }>,
  'variables' | 'isPending' | 'error' | 'data'
>

type TestButtonProps<Key> = { test: KeyTest; keyId: Key; name: string; onTest: (key: Key) => void }

export function TestButton<Key extends string | null>(props: TestButtonProps<Key>) {
  const { test, keyId, name, onTest } = props
  const isTested = test.isPending && test.variables?.key === keyId
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`Test ${name}`}
      loading={isTested}
      onClick={() => onTest(keyId)}
    >
      Test
    </Button>
  )
}

/** The outcome of a test, shown below the tested key. */
export function TestOutcome({ test, keyId }: { test: KeyTest; keyId: string | null }) {
  if (test.variables?.key !== keyId) return null
  if (test.error) return <Alert tone="danger">{test.error.message}</Alert>
  return test.data && <Outcome reply={test.data} />
}

/** The result of testing a provider with a key. */
function Outcome({ reply }: { reply: ProviderTestReply }) {
  const duration = `${reply.latency_ms.toLocaleString('en')} ms`
  if (reply.result === 'untestable' && reply.status !== null)
    return (
      <Alert tone="warning" title="Key not tested">
        The provider returned no list of models ({reply.status}) after {duration}. The first request will show
        whether the key and base URL are right.
      </Alert>
    )
  if (reply.result === 'untestable')
    return (
      <Alert>This provider has no free endpoint to test. The first request will show whether it works.</Alert>
    )
  if (reply.result === 'failed')
    return (
      <Alert tone="danger" title={reply.is_key_refused ? 'The key was rejected' : 'Test failed'}>
        Failed after {duration}: {reply.problem}.
      </Alert>
    )
  const listed = reply.model_count
  return (
    <Alert tone="success" title="Connected">
      {listed === null ? 'Responded' : `${listed} ${listed === 1 ? 'model' : 'models'} listed`} in {duration}.
    </Alert>
  )
}
