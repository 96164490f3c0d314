'use client'

import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '@/components/ui/code-block'
import { missedItemsQuery } from '@/lib/benchmarks/queries'
import type { BenchmarkRun } from '@/lib/benchmarks/schema'

/** What was not passed, and why: each opens to the question and the answer. */
export function MissedItems({ run }: { run: BenchmarkRun }) {
  const missed = useQuery(missedItemsQuery(run.id, run.done))
  const items = missed.data?.data ?? []
  if (items.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">
        Not passed <span className="figures text-faint">{items.length}</span>
      </h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {items.map(({ suite, item, reason, question, answer }) => (
          <li key={`${suite} ${item}`}>
            <details className="group">
              <summary className="cursor-pointer px-4 py-2.5 text-sm hover:bg-hover/60">
                <span className="font-mono text-xs font-medium break-all">{item}</span>
                <span className="block text-xs break-words text-muted">{reason}</span>
              </summary>
              <div className="flex flex-col gap-3 px-4 pb-4">
                {question && <CodeBlock code={question} wrap />}
                {answer && <CodeBlock code={answer} wrap />}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
