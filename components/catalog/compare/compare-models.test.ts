import { expect, test } from 'vitest'
import { listedModel } from '../testing/listed-model'
import { compareModels } from './compare-models'

const small = listedModel({
  id: 'small',
  context_length: 128_000,
  supported_parameters: ['tools'],
  pricing: { prompt: '0.0000001', completion: '0.000001' },
})
const large = listedModel({
  id: 'large',
  context_length: 1_000_000,
  pricing: { prompt: '0.000005', completion: '0.000001' },
})
const lineOf = (name: string, models = [small, large], speeds = new Map()) =>
  compareModels(models, speeds).find((line) => line.name === name)?.cells

test('the lowest price and the longest context are best', () => {
  expect(lineOf('Input, a million tokens')).toEqual([
    { text: '$0.10', isBest: true },
    { text: '$5.00', isBest: false },
  ])
  expect(lineOf('Context, tokens')).toEqual([
    { text: '128,000', isBest: false },
    { text: '1,000,000', isBest: true },
  ])
})

test('nothing is best where all are alike, or where only one says anything', () => {
  expect(lineOf('Output, a million tokens')?.map(({ isBest }) => isBest)).toEqual([false, false])
  const silent = listedModel({ id: 'silent', pricing: {} })
  expect(lineOf('Context, tokens', [small, silent])).toEqual([
    { text: '128,000', isBest: false },
    { text: null, isBest: false },
  ])
})

test('lines that speak of none of them are left out', () => {
  const names = compareModels([small, large]).map(({ name }) => name)
  expect(names).toContain('Tools')
  expect(names).not.toContain('Reads pictures')
  expect(names).not.toContain('A picture, low quality')
  expect(names).not.toContain('Tokens per second, median')
})

test('measured speed is compared where there is any', () => {
  const speeds = new Map([
    ['small', { tps: 80.4, ttftMs: 210 }],
    ['large', { tps: 31, ttftMs: 640 }],
  ])
  expect(lineOf('Tokens per second, median', [small, large], speeds)?.[0]).toEqual({
    text: '80',
    isBest: true,
  })
  expect(lineOf('Time to first token, median', [small, large], speeds)?.[1]).toEqual({
    text: '640 ms',
    isBest: false,
  })
})
