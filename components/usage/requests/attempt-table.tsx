import { Fragment } from 'react'
import { StatusDot } from '@/components/ui/badge'
import { formatDuration } from '@/lib/client/format/number'
import type { UsageAttempt } from '@/lib/usage/schema'

type AttemptTableProps = {
  attempts: readonly UsageAttempt[]
  /** Of the request: a try of it needs no mention. */
  modelId: string
}

/** Every upstream that was asked, in order: who it was, how it went, and how long that took. */
export function AttemptTable({ attempts, modelId }: AttemptTableProps) {
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
          {attempts.map((attempt, place) => (
            // An attempt is known by nothing but its place, and never moves.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={place} className="align-top">
              <td className="figures w-6 py-2 text-faint">{place + 1}</td>
              <td className="py-2 pr-4 break-words">
                {attempt.provider}
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
  return code.split(/(?<=_)/).map((word, place, words) => (
    <Fragment key={words.slice(0, place + 1).join('')}>
      {place > 0 && <wbr />}
      {word}
    </Fragment>
  ))
}
