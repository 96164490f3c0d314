import { Fragment } from 'react'
import { Amount, decimalsIn } from '@/components/data/amount'
import { StatusDot } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import type { RecentItem, UsageAttempt } from '@/lib/money/usage/schema'

/** One step of a request's way. Times are milliseconds since it arrived; null: not recorded by itself. */
type RequestStep = {
  name: string
  note: string
  from: number | null
  until: number | null
  /** USD; null: nothing is charged at this step. */
  cost: string | null
  /** Its outcome is shown. */
  attempt?: UsageAttempt
}

/**
 * The way of a request from its hold to its settlement, by what its row has: how long each attempt took until its answer (of a
 * stream, its first token), and the whole. What comes before the first attempt is the rest.
 */
export function stepsOf(request: RecentItem): RequestStep[] {
  const { ttft_ms: first, latency_ms: whole, cost, provider, own_key, error_code, status } = request
  const answeredAt = Math.min(first ?? whole, whole)
  // The row of a request that was answered at once has no attempts.
  const only = { provider, model: null, route: null, code: error_code, status: null, own_key }
  const tries = request.attempts.length > 0 ? request.attempts : [{ ...only, latency_ms: answeredAt }]
  const isTimed = tries.every((one) => one.latency_ms !== null)
  const sum = tries.reduce((millis, one) => millis + (one.latency_ms ?? 0), 0)
  // Rounded by themselves, the attempts may be a few milliseconds longer than the whole.
  const begin = isTimed ? Math.max(0, answeredAt - sum) : null
  // An only try's length has it, too.
  const routed = request.attempts.length > 0 ? begin : null
  let at = begin
  const attempts = tries.map((attempt, index): RequestStep => {
    const from = at
    if (at !== null) at = Math.min(at + (attempt.latency_ms ?? 0), answeredAt)
    const name = `Try ${index + 1} · ${attempt.provider}`
    const isFailed = attempt.code !== null
    return { name, note: noteOn(attempt, request), from, until: at, cost: isFailed ? '0' : null, attempt }
  })
  const charged = 'The cost was charged and the rest released.'
  const released = 'The whole reservation was released.'
  const step = (name: string, note: string, from: number, until: number | null) => ({
    name,
    note,
    from,
    until,
  })
  return [
    { ...step('Hold', 'The highest possible cost was reserved.', 0, 0), cost: null },
    { ...step('Route', 'Checks, the choice of a provider, and pauses.', 0, routed), cost: null },
    ...attempts,
    ...(answeredAt < whole ? [{ ...step('Answer', speedOf(request), answeredAt, whole), cost: null }] : []),
    { ...step('Settled', status === 'success' ? charged : released, whole, whole), cost },
  ]
}

function noteOn({ model, own_key, code, status }: UsageAttempt, request: RecentItem): string {
  const outcome = status === null ? 'No answer' : `Status ${status}`
  return [
    ...(own_key ? ['Your key'] : []),
    ...(model !== null && model !== request.model_id ? [model] : []),
    ...(code === null || code === 'aborted' ? [] : [outcome]),
  ].join(' · ')
}

function speedOf({ completion_tokens: tokens, latency_ms, ttft_ms }: RecentItem): string {
  if (tokens === 0) return 'From the first token to the last.'
  const speed = (1000 * tokens) / (latency_ms - (ttft_ms ?? 0))
  return `${formatNumber(tokens)} tokens, ${formatNumber(Math.round(speed))} a second.`
}

/** The way of a request, step by step, with its time and cost. */
export function RequestWaterfall({ request }: { request: RecentItem }) {
  const steps = stepsOf(request)
  const costs = steps.flatMap(({ cost }) => cost ?? [])
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">Steps</h3>
      <table aria-label="Steps" className="w-full text-sm [&_th]:pb-1 [&_th]:font-normal">
        <thead className="text-right text-xs text-faint-foreground">
          <tr>
            <th className="text-left">Step</th>
            <th className="pl-4">Time</th>
            <th className="pl-4">Cost</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border border-y border-border">
          {steps.map((step) => (
            <tr key={step.name} className="figures text-right align-top whitespace-nowrap [&>td]:py-2">
              <td className="text-left whitespace-normal">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="min-w-0 break-words">{step.name}</span>
                  {step.attempt && <Outcome code={step.attempt.code} />}
                </span>
                <span className="block text-xs break-words text-faint-foreground">{step.note}</span>
                <Bar step={step} whole={request.latency_ms} />
              </td>
              <td className="pl-4">{timeOf(step)}</td>
              <td className="pl-4">
                {step.cost === null ? (
                  '–'
                ) : (
                  <Amount usd={step.cost} at="exact" decimals={decimalsIn(costs, 'exact')} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-xs text-faint-foreground">{summarise(request.attempts)}</p>
    </section>
  )
}

/** How long a step took; of an instant, when it was. */
function timeOf({ name, from, until }: RequestStep): string {
  if (from === null || until === null) return '–'
  return name === 'Hold' || name === 'Settled' ? `at ${formatDuration(until)}` : formatDuration(until - from)
}

function Outcome({ code }: { code: string | null }) {
  if (code === null) return <StatusDot tone="success">Answered</StatusDot>
  if (code === 'aborted') return <StatusDot tone="neutral">Aborted by the client</StatusDot>
  return (
    <StatusDot tone="danger" className="font-mono text-xs break-words whitespace-normal">
      <span>
        {code.split(/(?<=_)/).map((word) => (
          // May wrap after an underscore.
          <Fragment key={word}>
            {word}
            <wbr />
          </Fragment>
        ))}
      </span>
    </StatusDot>
  )
}

/** Where in the whole time a step lies. Decorative: the times are beside it. */
function Bar({ step: { from, until, attempt }, whole }: { step: RequestStep; whole: number }) {
  if (from === null || until === null || from === until) return null
  const tone = attempt && (attempt.code === null ? 'bg-brand' : 'bg-destructive')
  return (
    <span aria-hidden="true" className="mt-1.5 block h-1 rounded-full bg-secondary forced-color-adjust-none">
      <span
        className={cn('block h-full min-w-1 rounded-full bg-control', tone)}
        style={{
          marginLeft: `min(${(100 * from) / whole}%, 100% - 0.25rem)`,
          width: `${(100 * (until - from)) / whole}%`,
        }}
      />
    </span>
  )
}

function summarise(attempts: readonly UsageAttempt[]): string {
  const last = attempts.at(-1)
  const count = (attempts: number) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`)
  if (last === undefined) return ''
  if (last.code === null) return `${count(attempts.length - 1)} failed before ${last.provider} answered.`
  if (last.code === 'aborted') return 'The client disconnected before an answer.'
  return attempts.length === 1 ? 'The only attempt failed.' : `All ${count(attempts.length)} failed.`
}
