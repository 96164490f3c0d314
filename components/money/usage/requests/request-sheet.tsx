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
import { BillTable } from './bill-table'
import { RequestStatus } from './request-status'

type RequestSheetProps = {
  id: string | null
  /** The request, where a list has it already. */
  known: RecentItem | undefined
  zone: string | undefined
  onClose: () => void
}

/** One request in a drawer: what was asked of whom, how it went, and its bill. */
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

/** A request that only the address knows of. */
function FetchedRequest({ id, zone }: { id: string; zone: string | undefined }) {
  const request = useQuery(recentRequestQuery(id))
  const { data, error } = request
  if (data) return <RequestDetails request={data} zone={zone} />
  return (
    <>
      <DialogHeader className="border-b border-line">
        <DialogTitle className="break-words">Request</DialogTitle>
      </DialogHeader>
      <DialogBody className="items-center justify-center">
        {error instanceof ApiError && error.code === 'not_found' ? (
          <EmptyState
            title="No such request"
            description={`Nothing of yours that reached a provider has the id ${id}. What was refused before (a 400, 401, 402, 403, 404 or 429) is not kept.`}
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
  estimated: 'Estimated from what was delivered',
  none: 'Nothing was counted',
}

type RequestDetailsProps = { request: RecentItem; zone: string | undefined }

function RequestDetails({ request, zone }: RequestDetailsProps) {
  return (
    <>
      <DialogHeader className="border-b border-line">
        <DialogTitle className="break-words">{request.model_name}</DialogTitle>
        <DialogDescription>{formatDateTime(request.created_at, zone)}</DialogDescription>
      </DialogHeader>
      <DialogBody className="gap-6 pt-4">
        {request.error_code && (
          <Alert tone="danger" title="The request failed">
            {explainFailure(request.error_code)} It cost nothing.
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
          <p className="text-xs text-faint">
            {sources[request.usage_source]}
            {request.bill.price_version !== null && `, price version ${request.bill.price_version}`}
            {request.service_tier !== null && `, tier of service ${request.service_tier}`}.
            {request.bill.own_key && ' With your own key you pay the platform fee alone.'}
          </p>
        </section>
      </DialogBody>
    </>
  )
}

const kinds = {
  chat: 'Chat',
  embedding: 'Embedding',
  image: 'Image',
  video: 'Video',
  speech: 'Speech',
  transcription: 'Transcription',
  moderation: 'Moderation',
  rerank: 'Reranking',
}

/** What a request was, as far as it has such things: a picture has no first token, a chat no task. */
function RequestFacts({ request }: { request: RecentItem }) {
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
      <Fact name="Provider">
        {request.provider}
        {request.own_key && <Badge className="ml-2">Your own key</Badge>}
      </Fact>
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
      {request.characters > 0 && <Fact name="Characters">{formatNumber(request.characters)}</Fact>}
      {request.audio_seconds > 0 && <Fact name="Sound">{request.audio_seconds} s</Fact>}
      {request.video_seconds > 0 && <Fact name="Video">{request.video_seconds} s</Fact>}
      {request.task_id && <IdFact name="Task" what="the task’s id" id={request.task_id} />}
      {request.trace_id && <IdFact name="Trace" what="the trace’s id" id={request.trace_id} />}
      <IdFact name="Request" what="the request’s id" id={request.id} />
    </dl>
  )
}

const failureMessages: Record<string, string> = {
  provider_key_refused: 'The provider refused your own key. Check it, and its account there.',
  upstream_error: 'The provider failed to answer.',
  upstream_unavailable: 'The provider could not be reached. Send it again, or allow the key more providers.',
  upstream_timeout: 'The provider took too long to answer. Send it again, or ask for less at once.',
  rate_limit_exceeded: 'The provider took no more requests just then. Send it again a little later.',
  content_policy_violation: 'The provider refused it by its content policy. Change what is asked for.',
  context_length_exceeded: 'The conversation was longer than the model allows. Shorten it.',
  invalid_parameter: 'The provider did not accept a parameter.',
  unsupported_parameter: 'The provider does not take a parameter. Leave it out, or ask another model.',
  empty_answer: 'The provider answered with nothing.',
  internal_error: 'Something went wrong on our side.',
}

/** What a recorded failure means and what helps, for the codes that are not a provider's own. */
function explainFailure(code: string): string | null {
  return failureMessages[code] ?? null
}

type AttemptTableProps = {
  attempts: readonly UsageAttempt[]
  /** Of the request: a try of it needs no mention. */
  modelId: string
}

/** Every upstream that was asked, in order: who it was, how it went, and how long that took. */
function AttemptTable({ attempts, modelId }: AttemptTableProps) {
  return (
    <>
      <table aria-label="Attempts" className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Provider</th>
            <th scope="col">Outcome</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {attempts.map((attempt, index) => (
            // An attempt has no key but its index, and never moves.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index} className="align-top">
              <td className="figures w-6 py-2 text-faint">{index + 1}</td>
              <td className="py-2 pr-4 break-words">
                {attempt.provider}
                {attempt.own_key && <span className="block text-xs text-faint">Your own key</span>}
                {attempt.model !== null && attempt.model !== modelId && (
                  <span className="block font-mono text-xs break-all text-faint">{attempt.model}</span>
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
      <p className="text-xs text-faint">{summarise(attempts)}</p>
    </>
  )
}

function summarise(attempts: readonly UsageAttempt[]): string {
  const last = attempts.at(-1)
  const tries = (count: number) => (count === 1 ? '1 try' : `${count} tries`)
  if (last?.code === null) return `${tries(attempts.length - 1)} failed before ${last.provider} answered.`
  if (last?.code === 'aborted') return 'The client did not wait for an answer.'
  return attempts.length === 1 ? 'The one try failed.' : `None of ${tries(attempts.length)} was answered.`
}

function Outcome({ attempt: { code, status } }: { attempt: UsageAttempt }) {
  if (code === null) return <StatusDot tone="success">Answered</StatusDot>
  if (code === 'aborted') return <StatusDot tone="neutral">Given up by the client</StatusDot>
  return (
    <>
      <StatusDot tone="danger" className="whitespace-normal">
        <span className="font-mono text-xs break-words">
          <Breakable code={code} />
        </span>
      </StatusDot>
      <span className="figures block pl-3 text-xs text-faint">
        {status === null ? 'No answer' : `Status ${status}`}
      </span>
    </>
  )
}

/** `upstream_error` on a narrow screen breaks after its underscore. */
function Breakable({ code }: { code: string }) {
  return code.split(/(?<=_)/).map((word, index, words) => (
    <Fragment key={words.slice(0, index + 1).join('')}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ))
}

/** What was asked and answered, where that was kept; nothing where it was not. */
export function RequestContents({ id }: { id: string }) {
  const query = useQuery(requestContentsQuery(id))
  const contents = query.data?.contents
  if (!contents) return <LoadError query={query} what="The contents" />
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
        title={`Answer, ${contents.status}${contents.is_whole ? '' : ', as far as it was delivered'}`}
        code={indented(contents.answer)}
        wrap
        className="max-h-96 overflow-y-auto"
      />
      <p className="text-xs text-faint">
        Encrypted, without media, and deleted on time. Nobody else can read this.
      </p>
    </section>
  )
}

function indented(text: string | null): string {
  if (text === null || text === '') return 'Nothing'
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
