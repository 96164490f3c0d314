'use client'

import { useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import type { Delivery } from '@/lib/callbacks/schema'
import { AttemptItem } from './attempt-item'

/** The attempts of a delivery, newest first, of which one is open. */
export function AttemptList({ delivery }: { delivery: Delivery }) {
  const attempts = delivery.attempts.toReversed()
  const newest = attempts[0]?.number ?? null
  const [chosen, setChosen] = useState<number | 'none' | null>(null)
  const opened = chosen ?? newest
  if (attempts.length === 0)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner />
        The first attempt is on its way.
      </p>
    )
  return (
    <ol reversed className="divide-y divide-line rounded-lg border border-line">
      {attempts.map((attempt) => (
        <li key={attempt.number}>
          <AttemptItem
            attempt={attempt}
            isOpen={opened === attempt.number}
            onToggle={() => setChosen(opened === attempt.number ? 'none' : attempt.number)}
          />
        </li>
      ))}
    </ol>
  )
}
