import { formatDuration, formatNumber } from '@/lib/client/format/number'
import type { Metrics } from '../state/conversation'
import { tokensPerSecond } from '../state/sum-usage'
import { formatUsd } from './format-usd'

type Fact = { name: string; shown: string; title: string }

/** What one answer cost and how fast it was. What was not measured is left out, not shown as zero. */
export function MetricsLine({ metrics }: { metrics: Metrics }) {
  const facts = listFacts(metrics)
  if (facts.length === 0) return null
  return (
    <dl
      aria-label="Cost and speed"
      className="figures flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-faint"
    >
      {facts.map((fact) => (
        <div key={fact.name} title={fact.title} className="whitespace-nowrap">
          <dt className="sr-only">{fact.name}</dt>
          <dd data-metric={fact.name} className={fact.name === 'Cost' ? 'text-muted' : undefined}>
            {fact.shown}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function listFacts(metrics: Metrics): Fact[] {
  const { costUsd, promptTokens, completionTokens, firstTokenMs, totalMs } = metrics
  const speed = tokensPerSecond(metrics)
  const facts: (Fact | null)[] = [
    costUsd === null ? null : { name: 'Cost', shown: formatUsd(costUsd), title: 'Cost of this answer' },
    promptTokens === null
      ? null
      : {
          name: 'Tokens in',
          shown: `${formatNumber(promptTokens)} in`,
          title: tokensTitle(promptTokens, 'read', metrics.cachedTokens, 'from the cache'),
        },
    completionTokens === null
      ? null
      : {
          name: 'Tokens out',
          shown: `${formatNumber(completionTokens)} out`,
          title: tokensTitle(completionTokens, 'written', metrics.reasoningTokens, 'of them thinking'),
        },
    firstTokenMs === null
      ? null
      : {
          name: 'First token',
          shown: `first token ${formatDuration(firstTokenMs)}`,
          title: 'Time to the first token',
        },
    totalMs === null
      ? null
      : {
          name: 'Total time',
          shown: formatDuration(totalMs),
          title: 'Time from sending to the end of the answer',
        },
    speed === null
      ? null
      : {
          name: 'Speed',
          shown: `${formatNumber(Math.round(speed))} tok/s`,
          title: 'Tokens a second, after the first',
        },
  ]
  return facts.filter((fact) => fact !== null)
}

function tokensTitle(count: number, verb: string, part: number | null, partName: string): string {
  const whole = `${formatNumber(count)} tokens ${verb}`
  return part ? `${whole}, ${formatNumber(part)} ${partName}` : whole
}
