import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOpen } from '@/lib/work/tasks/kind'
import { nextAskSeconds } from './internal/ask-upstream'
import { statesBefore, type VideoStatus } from './internal/task-record'
import { wholeSeconds } from './limits'
import { VideoTaskStatus } from './schema'

describe('the states of a video task', () => {
  const statuses = VideoTaskStatus.options

  it('lead to a final one, whatever is tried', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...statuses), { maxLength: 40 }), (wishes) => {
        const path: VideoStatus[] = ['queued']
        for (const to of wishes) if (statesBefore(to).includes(path.at(-1) ?? 'queued')) path.push(to)
        expect(new Set(path).size).toBe(path.length)
        const finals = path.filter((one) => !isOpen(one))
        expect(finals.length).toBeLessThanOrEqual(2)
        if (finals.length === 2) expect(finals).toEqual(['completed', 'expired'])
      }),
    )
  })

  it('never lead back to queued, nor out of cancelled', () => {
    expect(statesBefore('queued')).toEqual([])
    for (const to of statuses) expect(statesBefore(to)).not.toContain('cancelled')
  })
})

describe('the upstream', () => {
  const createdAt = new Date(0)
  const at = (ageSeconds: number) => nextAskSeconds(createdAt, new Date(ageSeconds * 1000))

  it('is first polled when a task is two seconds old, and then every second', () => {
    expect(at(0)).toBe(2)
    expect(0.6 + at(0.6)).toBeCloseTo(2)
    expect(at(1.5)).toBe(1)
    expect(at(9)).toBe(1)
  })

  it("is polled at intervals of a tenth of the task's age, at most fifteen seconds", () => {
    expect(at(60)).toBe(6)
    expect(at(600)).toBe(15)
  })

  it('treats a clock that went back as a new task', () => {
    expect(at(-5)).toBe(2)
  })
})

it.each([
  [{ duration: 5, frames: null }, undefined, 5],
  [{ duration: -1, frames: null }, undefined, -1],
  [{ duration: -1, frames: null }, 6.958, 7],
  [{ duration: 5, frames: null }, 5.041, 5],
  [{ duration: 5, frames: null }, 4.958, 5],
  [{ duration: 5, frames: 29 }, undefined, 1],
  [{ duration: 5, frames: 289 }, undefined, 12],
  [{ duration: -1, frames: 1 }, undefined, 1],
  [{ duration: 5, frames: 109 }, 4.54, 5],
])('%j, made %j, is %i s', (asked, made, seconds) => {
  expect(wholeSeconds(asked, made)).toBe(seconds)
})
