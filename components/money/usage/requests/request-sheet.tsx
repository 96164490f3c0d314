'use client'

import { useQuery } from '@tanstack/react-query'
import { Fact, IdFact } from '@/components/data/facts'
import { LoadError } from '@/components/data/loaded'
import { useMay } from '@/components/layout/permissions'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { DialogBody, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { Spinner } from '@/components/ui/spinner'
import { requestContentsQuery } from '@/lib/account/api-keys/queries'
import { ApiError } from '@/lib/client/api-client'
import { formatMoney } from '@/lib/client/format/money'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { formatDateTime } from '@/lib/client/format/time'
import { recentRequestQuery } from '@/lib/money/usage/queries'
import type { LiveItem } from '@/lib/money/usage/schema'
import { modalities } from '../view/usage-view'
import { BillTable } from './bill-table'
import { RequestStatus } from './request-status'
import { RequestWaterfall } from './request-waterfall'

type RequestSheetProps = {
  id: string | null
  /** The request, where a list has it already. */
  known: LiveItem | undefined
  zone: string | undefined
  onClose: () => void
}

/** A request in a drawer: details, attempts, contents and bill. */
export function RequestSheet({ id, known, zone, onClose }: RequestSheetProps) {
  return (
    <Sheet open={id !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent {...(known ? {} : { 'aria-describedby': undefined })}>
        {id &&
          (known ? <RequestDetails request={known} zone={zone} /> : <FetchedRequest id={id} zone={zone} />)}
      </SheetContent>
    </Sheet>
  )
}

/** A request that is in the URL but not in the list. */
function FetchedRequest({ id, zone }: { id: string; zone: string | undefined }) {
  const request = useQuery(recentRequestQuery(id))
  const { data, error } = request
  if (data) return <RequestDetails request={data} zone={zone} />
  return (
    <>
      <DialogHeader className="border-b border-border">
        <DialogTitle className="break-words">Request</DialogTitle>
      </DialogHeader>
      <DialogBody className="items-center justify-center">
        {error instanceof ApiError && error.code === 'not_found' ? (
          <EmptyState
            title="Request not found"
            description={`None of your requests to a provider has the ID ${id}. Requests refused earlier (400, 401, 402, 403, 404 or 429) are not stored.`}
          />
        ) : error ? (
          <LoadError query={request} what="The request" />
        ) : (
          <Spinner label="Loading the request" />
        )}
      </DialogBody>
    </>
  )
}

const sources = {
  upstream: 'Counted by the provider',
  estimated: 'Estimated from the delivered answer',
  none: 'No usage reported',
}

type RequestDetailsProps = { request: LiveItem; zone: string | undefined }

function RequestDetails({ request, zone }: RequestDetailsProps) {
  const mayRead = useMay()('keys.list')
  const isOwn = request.customer_id === undefined
  return (
    <>
      <DialogHeader className="border-b border-border">
        <DialogTitle className="break-words">{request.model_name}</DialogTitle>
        <DialogDescription>{formatDateTime(request.created_at, zone)}</DialogDescription>
      </DialogHeader>
      <DialogBody className="gap-6 pt-4">
        {request.error_code && (
          <Alert tone="danger" title="The request failed">
            {failureMessages[request.error_code]} You were not charged.
            <span className="mt-1 block font-mono text-xs break-all">{request.error_code}</span>
          </Alert>
        )}
        <RequestFacts request={request} />
        <RequestWaterfall request={request} />
        {request.api_key_name !== null && mayRead && isOwn && <RequestContents id={request.id} />}
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">Bill</h3>
          <BillTable bill={request.bill} />
          <p className="text-xs text-faint-foreground">
            {sources[request.usage_source]}
            {request.bill.price_version !== null && `, price version ${request.bill.price_version}`}
            {request.service_tier !== null && `, service tier ${request.service_tier}`}.
            {request.bill.price_factor !== null &&
              !request.bill.own_key &&
              ` The rates are ${request.bill.price_factor} times those of the price.`}
            {request.bill.own_key && ' With your own provider key you pay only the platform fee.'}
          </p>
        </section>
      </DialogBody>
    </>
  )
}

/** The facts that a request of its kind has. */
function RequestFacts({ request }: { request: LiveItem }) {
  const hasTokens = request.prompt_tokens > 0 || request.completion_tokens > 0
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-2.5 text-sm [&_dt]:text-faint-foreground">
      <Fact name="Status">
        <RequestStatus request={request} />
      </Fact>
      {request.customer_name !== undefined && <Fact name="Customer">{request.customer_name}</Fact>}
      {request.upstream_cost !== undefined && (
        <Fact name="Upstream cost">{formatMoney(request.upstream_cost, 'exact')}</Fact>
      )}
      <Fact name="Model">
        <span className="font-mono text-xs break-all">{request.model_id}</span>
      </Fact>
      <Fact name="Kind">{modalities.find(({ value }) => value === request.modality)?.label}</Fact>
      <Fact name="Provider">
        {request.provider}
        {request.own_key && <Badge className="ml-2">Your key</Badge>}
      </Fact>
      <Fact name="Key">{request.api_key_name ?? 'Console'}</Fact>
      {request.member_id !== null && <Fact name="Person">{request.member_name ?? 'Deleted person'}</Fact>}
      {request.project_id !== null && <Fact name="Project">{request.project_name ?? 'Deleted project'}</Fact>}
      {request.end_user !== null && (
        <Fact name="End user">
          <span className="font-mono text-xs break-all">{request.end_user}</span>
        </Fact>
      )}
      {Object.entries(request.tags).map(([name, value]) => (
        <Fact key={name} name="Tag">
          <span className="font-mono text-xs break-all">{`${name}:${value}`}</span>
        </Fact>
      ))}
      {request.finish_reason && <Fact name="Finish">{request.finish_reason}</Fact>}
      {request.ttft_ms !== null && <Fact name="First token">{formatDuration(request.ttft_ms)}</Fact>}
      <Fact name="Latency">{formatDuration(request.latency_ms)}</Fact>
      {(hasTokens || request.modality === 'chat') && (
        <Fact name="Tokens">
          {formatNumber(request.prompt_tokens)} in, {formatNumber(request.completion_tokens)} out
        </Fact>
      )}
      {request.images > 0 && <Fact name="Images">{formatNumber(request.images)}</Fact>}
      {request.characters > 0 && <Fact name="Characters">{formatNumber(request.characters)}</Fact>}
      {request.audio_seconds > 0 && <Fact name="Audio">{request.audio_seconds} s</Fact>}
      {request.video_seconds > 0 && <Fact name="Video">{request.video_seconds} s</Fact>}
      {request.task_id && <IdFact name="Task" what="task ID" id={request.task_id} />}
      {request.trace_id && <IdFact name="Trace" what="trace ID" id={request.trace_id} />}
      <IdFact name="Request" what="request ID" id={request.id} />
    </dl>
  )
}

const failureMessages: Record<string, string> = {
  provider_key_refused: 'The provider rejected your key. Check the key and your account there.',
  upstream_error: 'The provider failed to answer.',
  upstream_unavailable: 'The provider could not be reached. Retry, or allow more providers for the key.',
  upstream_timeout: 'The provider took too long to answer. Retry, or make the request smaller.',
  rate_limit_exceeded: 'The provider’s rate limit was reached. Retry in a moment.',
  content_policy_violation: 'The provider’s content policy does not allow this request. Change its content.',
  context_length_exceeded: 'The conversation is longer than the model allows. Shorten it.',
  invalid_parameter: 'The provider rejected a parameter.',
  unsupported_parameter: 'The provider does not support a parameter. Remove it or use another model.',
  empty_answer: 'The provider returned an empty answer.',
  internal_error: 'Something went wrong on our side.',
}

/** The stored request and answer; nothing where they were not stored. */
function RequestContents({ id }: { id: string }) {
  const query = useQuery(requestContentsQuery(id))
  const contents = query.data?.contents
  if (!contents) return <LoadError query={query} what="Contents" />
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">Contents</h3>
      <CodeBlock
        title="Request"
        code={indented(contents.request)}
        wrap
        className="max-h-96 overflow-y-auto"
      />
      <CodeBlock
        title={`Answer, ${contents.status}${contents.is_whole ? '' : ', partial'}`}
        code={indented(contents.answer)}
        wrap
        className="max-h-96 overflow-y-auto"
      />
      <p className="text-xs text-faint-foreground">
        Encrypted, without media, and deleted automatically. Only you can read this.
      </p>
    </section>
  )
}

function indented(text: string | null): string {
  if (text === null || text === '') return 'Empty'
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
