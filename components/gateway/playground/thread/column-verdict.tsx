import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { Column } from '../conversation/conversation'
import { judgeAnswers, type MeasureName, type Standing } from '../conversation/verdict'
import { useConversation } from '../store/context'

const labels: Record<MeasureName, string> = {
  cost: 'Cost',
  firstToken: 'First token',
  speed: 'Tokens/s',
}

const absences: Record<Exclude<Standing, 'done'>, string> = {
  writing: 'Compared when the answer is complete.',
  failed: 'This answer failed and is not compared.',
  stopped: 'This answer was stopped and is not compared.',
  interrupted: 'This answer was interrupted and is not compared.',
  none: 'This model has not answered the last question.',
}

type ColumnVerdictProps = {
  column: Column
  /** Of the column. */
  name: string
  nameOf: (modelId: string) => string
  onUse: () => void
}

/** Below one of several columns: its answer to the last question against the others'. */
export function ColumnVerdict({ column, name, nameOf, onUse }: ColumnVerdictProps) {
  const conversation = useConversation()
  const verdict = useMemo(() => judgeAnswers(conversation), [conversation])?.get(column.id)
  if (!verdict) return null
  const { standing, bars, words, others } = verdict
  const other = conversation.columns.find(({ id }) => id !== column.id)
  const whom = conversation.columns.length === 2 && other ? nameOf(other.modelId) : 'the best of the others'
  return (
    <section
      aria-label={`Verdict on ${name}`}
      className="flex min-h-35 min-w-0 flex-col gap-1.5 border-t border-border px-4 py-2.5 text-xs text-muted-foreground"
    >
      {standing !== 'done' ? (
        <p>{absences[standing]}</p>
      ) : (
        <>
          <dl className="flex flex-col gap-1">
            {bars.map(({ name: measure, shown, length, isBest }) => (
              <div key={measure} className="grid grid-cols-[4.25rem_1fr_auto] items-center gap-2">
                <dt>{labels[measure]}</dt>
                <dd className="contents">
                  <span className="h-1.5 rounded-full bg-border" aria-hidden="true">
                    <span
                      className={cn('block h-full rounded-full', isBest ? 'bg-brand' : 'bg-control')}
                      style={{ width: `${length * 100}%` }}
                    />
                  </span>
                  <span
                    className={cn('figures min-w-17 text-right', isBest && 'font-medium text-foreground')}
                  >
                    {shown}
                    {isBest && <span className="sr-only">, best</span>}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
          <div className="mt-auto flex items-end justify-between gap-3">
            <p className="min-w-0">
              {others > 0 && words !== '' ? (
                <>
                  Against {whom}: <span className="text-foreground">{words}</span>
                </>
              ) : (
                'No other answer to compare with.'
              )}
            </p>
            <Button variant="outline" size="sm" onClick={onUse}>
              Use this one
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
