import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import type { RecentItem } from '@/lib/usage/schema'
import { RequestStatus } from './request-status'

const kinds = { chat: 'Chat', embedding: 'Embedding', image: 'Image', video: 'Video' }

/** What a request was, as far as it has such things: a picture has no first token, a chat no task. */
export function RequestFacts({ request }: { request: RecentItem }) {
  const hasTokens = request.prompt_tokens > 0 || request.completion_tokens > 0
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-2.5 text-sm [&_dt]:text-faint">
      <Fact name="Status">
        <RequestStatus request={request} />
      </Fact>
      <Fact name="Model">
        <span className="font-mono text-xs break-all">{request.model_id}</span>
      </Fact>
      <Fact name="Kind">{kinds[request.modality]}</Fact>
      <Fact name="Provider">{request.provider}</Fact>
      <Fact name="Key">{request.api_key_name ?? 'Console'}</Fact>
      {request.finish_reason && <Fact name="Finish">{request.finish_reason}</Fact>}
      {request.ttft_ms !== null && <Fact name="First token">{formatDuration(request.ttft_ms)}</Fact>}
      <Fact name="Latency">{formatDuration(request.latency_ms)}</Fact>
      {(hasTokens || request.modality === 'chat') && (
        <Fact name="Tokens">
          {formatNumber(request.prompt_tokens)} in, {formatNumber(request.completion_tokens)} out
        </Fact>
      )}
      {request.images > 0 && <Fact name="Images">{formatNumber(request.images)}</Fact>}
      {request.video_seconds > 0 && <Fact name="Video">{request.video_seconds} s</Fact>}
      {request.task_id && <IdFact name="Task" what="the task’s id" id={request.task_id} />}
      <IdFact name="Request" what="the request’s id" id={request.id} />
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="figures min-w-0 break-words">{children}</dd>
    </>
  )
}

function IdFact({ name, what, id }: { name: string; what: string; id: string }) {
  return (
    <Fact name={name}>
      <span className="flex items-center gap-1">
        <span className="truncate font-mono text-xs">{id}</span>
        <CopyButton value={id} what={what} className="-my-1.5" />
      </span>
    </Fact>
  )
}
