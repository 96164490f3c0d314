'use client'

import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Fact, IdFact } from '@/components/data/facts'
import { LoadError } from '@/components/data/loaded'
import { Alert } from '@/components/ui/alert'
import { Badge, StatusDot } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { DialogBody, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { Spinner } from '@/components/ui/spinner'
import { requestContentsQuery } from '@/lib/account/api-keys/queries'
import { ApiError } from '@/lib/client/api-client'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { formatDateTime } from '@/lib/client/format/time'
import { recentRequestQuery } from '@/lib/money/usage/queries'
import type { RecentItem, UsageAttempt } from '@/lib/money/usage/schema'
import { modalities } from '../view/usage-view'
import { BillTable } from './bill-table'
import { RequestStatus } from './request-status'

type RequestSheetProps = {
  id: string | null
  /** The request, where a list has it already. */
  known: RecentItem | undefined
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

type RequestDetailsProps = { request: RecentItem; zone: string | undefined }

function RequestDetails({ request, zone }: RequestDetailsProps) {
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
        {request.attempts.length > 0 && (
          <section className="flex flex-col gap-2">
            <h3 className="font-medium">Attempts</h3>
            <AttemptTable attempts={request.attempts} modelId={request.model_id} />
          </section>
        )}
        {request.api_key_name !== null && <RequestContents id={request.id} />}
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
function RequestFacts({ request }: { request: RecentItem }) {
  const hasTokens = request.prompt_tokens > 0 || request.completion_tokens > 0
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-2.5 text-sm [&_dt]:text-faint-foreground">
      <Fact name="Status">
        <RequestStatus request={request} />
      </Fact>
      <Fact name="Model">
        <span className="font-mono text-xs break-all">{request.model_id}</span>
      </Fact>
      <Fact name="Kind">{modalities.find(({ value }) => value === request.modality)?.label}</Fact>
      <Fact name="Provider">
        {request.provider}
        {request.own_key && <Badge className="ml-2">Your key</Badge>}
      </Fact>
      <Fact name="Key">{request.api_key_name ?? 'Console'}</Fact>
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

type AttemptTableProps = {
  attempts: readonly UsageAttempt[]
  /** The request's model, which is not repeated in each row. */
  modelId: string
}

/** All attempts in order, with provider, outcome and time. */
function AttemptTable({ attempts, modelId }: AttemptTableProps) {
  return (
    <>
      <table aria-label="Attempts" className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Attempt</th>
            <th scope="col">Provider</th>
            <th scope="col">Outcome</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border border-y border-border">
          {attempts.map((attempt, index) => (
            // An attempt has no key but its index, and never moves.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index} className="align-top">
              <td className="figures w-6 py-2 text-faint-foreground">{index + 1}</td>
              <td className="py-2 pr-4 break-words">
                {attempt.provider}
                {attempt.own_key && <span className="block text-xs text-faint-foreground">Your key</span>}
                {attempt.model !== null && attempt.model !== modelId && (
                  <span className="block font-mono text-xs break-all text-faint-foreground">
                    {attempt.model}
                  </span>
                )}
              </td>
              <td className="py-2 pr-4">
                <Outcome attempt={attempt} />
              </td>
              <td className="figures py-2 text-right whitespace-nowrap">
                {attempt.latency_ms === null ? '–' : formatDuration(attempt.latency_ms)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-xs text-faint-foreground">{summarise(attempts)}</p>
    </>
  )
}

function summarise(attempts: readonly UsageAttempt[]): string {
  const last = attempts.at(-1)
  const count = (attempts: number) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`)
  if (last?.code === null) return `${count(attempts.length - 1)} failed before ${last.provider} answered.`
  if (last?.code === 'aborted') return 'The client disconnected before an answer.'
  return attempts.length === 1 ? 'The only attempt failed.' : `All ${count(attempts.length)} failed.`
}

function Outcome({ attempt: { code, status } }: { attempt: UsageAttempt }) {
  if (code === null) return <StatusDot tone="success">Answered</StatusDot>
  if (code === 'aborted') return <StatusDot tone="neutral">Aborted by the client</StatusDot>
  return (
    <>
      <StatusDot tone="danger" className="whitespace-normal">
        <span className="font-mono text-xs break-words">
          <Breakable code={code} />
        </span>
      </StatusDot>
      <span className="figures block pl-3 text-xs text-faint-foreground">
        {status === null ? 'No answer' : `Status ${status}`}
      </span>
    </>
  )
}

/** Lets a code such as `upstream_error` wrap after an underscore. */
function Breakable({ code }: { code: string }) {
  return code.split(/(?<=_)/).map((word, index, words) => (
    <Fragment key={words.slice(0, index + 1).join('')}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ))
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
