import { expect, it } from 'vitest'
import { nextAskSeconds } from './ask-upstream'

const createdAt = new Date(0)
const at = (ageSeconds: number) => nextAskSeconds(createdAt, new Date(ageSeconds * 1000))

it('asks for the first time when a task is two seconds old, and then every second', () => {
  expect(at(0)).toBe(2)
  expect(0.6 + at(0.6)).toBeCloseTo(2)
  expect(at(1.5)).toBe(1)
  expect(at(9)).toBe(1)
})

it('asks an older one every tenth of its age, and never waits longer than fifteen seconds', () => {
  expect(at(60)).toBe(6)
  expect(at(600)).toBe(15)
})

it('takes a clock that went back for a task that was just made', () => {
  expect(at(-5)).toBe(2)
})
