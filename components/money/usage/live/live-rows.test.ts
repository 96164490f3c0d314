import { describe, expect, test } from 'vitest'
import type { RecentItem, RecentReply } from '@/lib/money/usage/schema'
import { knownUntil, withLiveRows, withRows } from './live-rows'

const row = (id: string, second: number) =>
  ({ id, created_at: new Date(1_000_000 * second).toISOString(), latency_ms: 500 }) as RecentItem
const page = (items: RecentItem[], has_more: boolean): RecentReply => ({
  items,
  has_more,
  next_cursor: has_more ? 'next' : '',
})

describe('New rows of a list', () => {
  test('stand where their time is, once', () => {
    const rows = withRows([row('c', 3), row('a', 1)], [row('b', 2), row('c', 3), row('d', 4), row('d', 4)])
    expect(rows.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
  })

  test('join the loaded pages, whose cursor stays', () => {
    const pages = [page([row('e', 5), row('d', 4)], true), page([row('c', 3)], true)]
    const all = withLiveRows(pages, [row('f', 6), row('old', 1)])
    // The old one stands on a page that is not loaded.
    expect(all?.items.map(({ id }) => id)).toEqual(['f', 'e', 'd', 'c'])
    expect(all).toMatchObject({ has_more: true, next_cursor: 'next' })
  })

  test('are too many for one page above a thousand', () => {
    const many = Array.from({ length: 1000 }, (_, index) => row(`r${index}`, index))
    const pages = [page(many.toReversed(), false)]
    expect(withLiveRows(pages, [row('more', 2000)])).toBeUndefined()
    expect(withLiveRows(pages, [row('r5', 5)])).toBeDefined()
  })

  test('begin where the list ended', () => {
    expect(knownUntil([row('a', 1), row('b', 2)])).toBe(2_000_500)
    expect(knownUntil([])).toBe(0)
  })
})
