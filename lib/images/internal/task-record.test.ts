import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ImageStatus, isFinished, statesBefore } from './task-record'

const imageStatuses: ImageStatus[] = ['queued', 'processing', 'completed', 'failed', 'cancelled']
const status = fc.constantFrom(...imageStatuses)

describe('the states of an image task', () => {
  it('move as the interface says, and no other way', () => {
    const moves = imageStatuses.flatMap((from) =>
      imageStatuses.filter((to) => statesBefore(to).includes(from)).map((to) => `${from} → ${to}`),
    )
    expect(moves).toEqual([
      'queued → processing',
      'queued → cancelled',
      'processing → completed',
      'processing → failed',
      'processing → cancelled',
    ])
  })

  it('whatever is tried, in whatever order: a task ends at most once and never comes back', () => {
    fc.assert(
      fc.property(fc.array(status), (attempts) => {
        let now: ImageStatus = 'queued'
        let endings = 0
        for (const to of attempts) {
          if (!statesBefore(to).includes(now)) continue
          expect(isFinished(now)).toBe(false)
          now = to
          if (isFinished(now)) endings += 1
        }
        expect(endings).toBe(isFinished(now) ? 1 : 0)
        if (now === 'completed' || now === 'failed') expect(attempts).toContain('processing')
      }),
    )
  })
})
