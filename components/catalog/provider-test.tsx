'use client'

import { Alert } from '@/components/ui/alert'
import type { ProviderTestReply } from '@/lib/catalog/schema'

/** What came back when a provider was asked with a key. */
export function TestOutcome({ reply }: { reply: ProviderTestReply }) {
  const took = `${reply.latency_ms.toLocaleString('en')} ms`
  if (reply.result === 'untestable' && reply.status !== null)
    return (
      <Alert tone="warning" title="The key was not tried">
        After {took}: there is no list of models ({reply.status}). The first request will show whether key and
        address are right.
      </Alert>
    )
  if (reply.result === 'untestable')
    return <Alert>Nothing can be asked there for free: the first request will show whether it works.</Alert>
  if (reply.result === 'failed')
    return (
      <Alert tone="danger" title={reply.is_key_refused ? 'The key was refused' : 'The test failed'}>
        After {took}: {reply.problem}.
      </Alert>
    )
  const listed = reply.model_count
  return (
    <Alert tone="success" title="It works">
      {listed === null ? 'It answered' : `${listed} ${listed === 1 ? 'model' : 'models'} listed`} in {took}.
    </Alert>
  )
}
