import { expect, it } from 'vitest'
import { composeSound } from './encode'

it('a film’s sound is as long as the film, quiet, without a click, and the same for the same seed', () => {
  const { left, right, sampleRate } = composeSound(2, 7)
  expect([left.length, right.length]).toEqual([2 * sampleRate, 2 * sampleRate])
  const loudest = left.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  expect(loudest).toBeGreaterThan(0.05)
  expect(loudest).toBeLessThan(0.5)
  for (const side of [left, right])
    for (const at of [0, -1]) expect(Math.abs(side.at(at) ?? 1)).toBeLessThan(0.001)
  expect(composeSound(2, 7).left).toEqual(left)
  expect(composeSound(2, 8).left).not.toEqual(left)
})
