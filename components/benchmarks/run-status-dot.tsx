import { StatusDot } from '@/components/ui/badge'
import type { BenchmarkRun } from '@/lib/benchmarks/schema'

const looks = {
  queued: { tone: 'neutral', word: 'Waiting' },
  running: { tone: 'accent', word: 'Running' },
  completed: { tone: 'success', word: 'Completed' },
  failed: { tone: 'danger', word: 'Failed' },
  cancelled: { tone: 'neutral', word: 'Cancelled' },
} as const

export function RunStatusDot({ status }: Pick<BenchmarkRun, 'status'>) {
  const { tone, word } = looks[status]
  return <StatusDot tone={tone}>{word}</StatusDot>
}
