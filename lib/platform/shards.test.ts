import { beforeAll, describe, expect, it, vi } from 'vitest'
import { env } from './env'

vi.mock('./db', () => ({
  pool: { query: vi.fn<Ask>() },
  prisma: { $queryRaw: vi.fn<() => Promise<object[]>>() },
}))

const { pool, prisma } = await import('./db')
const { askShards, hashText, laneOf } = await import('./shards')

type Ask = (text: string, values?: unknown[]) => Promise<{ rows: object[] }>

// By `SELECT hashtext(…)` of PostgreSQL 15.
it.each([
  ['', -1477818771],
  ['a', 1075015857],
  ['cus_01', 447099414],
  ['eleven_char', -855914805],
  ['twelve_chars', 493374447],
  ['cus_01jd3mz0h2e0000000000000q', 1011582324],
  ['żółć', -1643451748],
  ['a text that is longer than twenty-four bytes', 861626004],
])('hashes %j as PostgreSQL does', (text, hash) => {
  expect(hashText(text)).toBe(hash)
})

describe('customers of four shards on two nodes', () => {
  const shards = [-(2 ** 31), -(2 ** 30), 0, 2 ** 30].map((first) => ({ first, node: first < 0 ? 1 : 2 }))
  const customers = ['', 'twelve_chars', 'cus_01', 'a', 'eleven_char', 'żółć']
  const calls: unknown[][] = []
  let answer: Ask

  beforeAll(() => {
    env().CITUS = 'on'
    vi.mocked<(sql: TemplateStringsArray) => Promise<unknown>>(prisma.$queryRaw).mockImplementation(
      async () => structuredClone(shards),
    )
    vi.mocked<Ask>(pool.query).mockImplementation((text, values = []) => {
      calls.push(values)
      return answer(text, values)
    })
  })

  const ask = () =>
    askShards(
      customers,
      (one) => one,
      (some) => ({ text: 'SELECT', values: [some.join()], columns: 'id text' }),
    )

  it('are asked about in one call for each node, by shard', async () => {
    answer = async () => ({ rows: [{ id: 'a row' }] })
    expect(await ask()).toHaveLength(2)
    expect(calls.splice(0).map((values) => [values[2], values[4]])).toEqual([
      [
        ['', 'żółć', 'eleven_char'],
        [',żółć', 'eleven_char'],
      ],
      [
        ['twelve_chars', 'cus_01', 'a'],
        ['twelve_chars,cus_01', 'a'],
      ],
    ])
    expect(customers.map(laneOf)).toEqual([1, 2, 2, 2, 1, 1])
  })

  it('are asked about again where they are now, and only those whose shard has moved', async () => {
    let isMoved = false
    answer = async (_text, [, , some] = []) => {
      if (isMoved || !Array.isArray(some) || !some.includes('a')) return { rows: [{ id: 'a row' }] }
      isMoved = true
      for (const shard of shards.slice(3)) shard.node = 1
      throw Object.assign(new Error('moved'), { code: '40001' })
    }
    expect(await ask()).toHaveLength(3)
    expect(calls.splice(0).map((values) => values[4])).toEqual([
      [',żółć', 'eleven_char'],
      ['twelve_chars,cus_01', 'a'],
      ['twelve_chars,cus_01'],
      ['a'],
    ])
    expect(laneOf('a')).toBe(1)
  })
})
