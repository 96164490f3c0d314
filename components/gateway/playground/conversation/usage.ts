import { formatMoney, fromNanos } from '@/lib/client/format/money'
import { type Conversation, type Metrics, nothingSpent, type Spent } from './conversation'

const NANOS_PER_USD = 1_000_000_000

/** Adds one answer. Costs are summed as whole nano-dollars, because sums of floats drift. */
export function addUsage(sum: Spent, metrics: Metrics): Spent {
  return {
    costNanos: sum.costNanos + Math.round((metrics.costUsd ?? 0) * NANOS_PER_USD),
    promptTokens: sum.promptTokens + (metrics.promptTokens ?? 0),
    completionTokens: sum.completionTokens + (metrics.completionTokens ?? 0),
    answers: sum.answers + 1,
  }
}

/** What the answers now standing in one column have cost. */
export function sumColumn(conversation: Conversation, columnId: string): Spent {
  return conversation.turns
    .flatMap((turn) => turn.replies[columnId] ?? [])
    .reduce((sum, step) => {
      if (
        step.kind !== 'assistant' ||
        step.copied ||
        step.status === 'streaming' ||
        step.status === 'failed'
      ) {
        return sum
      }
      return addUsage(sum, step.metrics)
    }, nothingSpent)
}

/** Speed of the writing itself: the wait for the first token is not part of it. */
export function tokensPerSecond(metrics: Metrics): number | null {
  const { completionTokens, firstTokenMs, totalMs } = metrics
  if (completionTokens === null || firstTokenMs === null || totalMs === null) return null
  const writingMs = totalMs - firstTokenMs
  if (completionTokens < 2 || writingMs < 50) return null
  return (completionTokens * 1000) / writingMs
}

/** `usage.cost`, which the wire gives as a JSON number of dollars. */
export function formatUsd(usd: number): string {
  return formatMoney(fromNanos(usd * NANOS_PER_USD), 'cost')
}

/** What several answers cost. */
export function formatSpent({ costNanos }: Spent): string {
  return formatMoney(fromNanos(costNanos), 'sum')
}
