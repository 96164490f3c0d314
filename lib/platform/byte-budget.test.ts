import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ByteBudget } from './byte-budget'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('takes no more than there is, and no more than a share for one', () => {
  const budget = new ByteBudget(100, 25)
  expect(budget.take('a', 20)).toBeUndefined()
  expect(budget.take('a', 6)).toBe('share')
  for (const other of ['b', 'c', 'd']) expect(budget.take(other, 25)).toBeUndefined()
  expect(budget.take('e', 6)).toBe('total')
  expect(budget.usedBytes).toBe(95)
  budget.give('a', 20)
  expect(budget.take('e', 25)).toBeUndefined()
})

it('lets in whoever is alone, whatever the size, and lets it grow', () => {
  const budget = new ByteBudget(100, 25)
  expect(budget.take('a', 200)).toBeUndefined()
  expect(budget.take('a', 1)).toBe('share')
  expect(budget.take('b', 1)).toBe('total')
  expect(budget.take('a', 200, 200)).toBeUndefined()
  budget.give('a', 400)
  expect(budget.usedBytes).toBe(0)
})

it('gives room to those who wait, in turn, as soon as it is there', async () => {
  const budget = new ByteBudget(100, 50)
  budget.take('a', 50)
  budget.take('b', 50)
  const first = budget.takeWithin(1000, 'c', 30)
  const second = budget.takeWithin(1000, 'c', 30)
  const third = budget.takeWithin(1000, 'd', 20)
  budget.give('a', 50)
  await expect(first).resolves.toBeUndefined()
  await expect(third).resolves.toBeUndefined()
  expect(budget.usedBytes).toBe(100)
  vi.advanceTimersByTime(1000)
  await expect(second).resolves.toBe('share')
  budget.give('c', 30)
  expect(budget.usedBytes).toBe(70)
})
