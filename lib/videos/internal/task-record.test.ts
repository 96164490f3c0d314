import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOpen } from '@/lib/tasks/kind'
import { canMove, sourcesOf, type VideoStatus, videoStatuses } from './task-record'

const status = fc.constantFrom(...videoStatuses)

it('leads from the beginning to an end that nothing leaves, whatever is tried', () => {
  fc.assert(
    fc.property(fc.array(status, { maxLength: 40 }), (wishes) => {
      const path: VideoStatus[] = ['queued']
      for (const to of wishes) if (canMove(path.at(-1) ?? 'queued', to)) path.push(to)
      expect(new Set(path).size).toBe(path.length)
      const finals = path.filter((one) => !isOpen(one))
      expect(finals.length).toBeLessThanOrEqual(2)
      if (finals.length === 2) expect(finals).toEqual(['completed', 'expired'])
    }),
  )
})

it('names as sources exactly the states that may move', () => {
  fc.assert(
    fc.property(status, status, (from, to) => {
      expect(sourcesOf(to).includes(from)).toBe(canMove(from, to))
    }),
  )
})

it('never leads back to the queue, nor out of a cancelled task', () => {
  expect(sourcesOf('queued')).toEqual([])
  for (const to of videoStatuses) expect(canMove('cancelled', to)).toBe(false)
})
