import { afterAll, describe, expect, it } from 'vitest'
import { checkLedger, openOddities } from './testing/oddities/play'
import { oddities } from './testing/oddities/tables'

/** Each row of docs/run/upstream-oddities.md: bytes from an upstream, what the client reads, and what was charged. */
const { play, close } = await openOddities(oddities)
afterAll(close)

describe.each(oddities)('$report: $comes', ({ becomes, tries }) => {
  it.each(tries.map((one) => [one.name ?? becomes, one] as const))('%s', (_name, one) => play(one))
})

it('the ledger is exact behind all of them', async () => {
  await checkLedger()
  expect(oddities.length).toBeGreaterThan(0)
})
