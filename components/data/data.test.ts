import fc from 'fast-check'
import { expect, it, test, vi } from 'vitest'
import { browserZone } from './browser'
import { visibleRange } from './visible-rows'

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Etc/Unknown', 'UTC'],
  [undefined, 'UTC'],
])('a browser that reports %s is in %s', (said, zone) => {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: said ?? '' }
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
  expect(browserZone()).toBe(zone)
})

test('a list that begins in the window is rendered from its beginning', () => {
  expect(visibleRange({ listTop: 300, rowHeight: 40, windowHeight: 900 })).toEqual({ first: 0, last: 40 })
})

test('every visible row is rendered, and never more than a few screens of rows', () => {
  const layout = fc.record({
    listTop: fc.integer({ min: -4_000_000, max: 3_000 }),
    rowHeight: fc.integer({ min: 20, max: 120 }),
    windowHeight: fc.integer({ min: 200, max: 3_000 }),
  })
  fc.assert(
    fc.property(layout, ({ listTop, rowHeight, windowHeight }) => {
      const { first, last } = visibleRange({ listTop, rowHeight, windowHeight })
      const firstSeen = Math.max(0, Math.floor(-listTop / rowHeight))
      const lastSeen = Math.max(0, Math.ceil((windowHeight - listTop) / rowHeight))
      expect(first).toBeLessThanOrEqual(firstSeen)
      expect(last).toBeGreaterThanOrEqual(lastSeen)
      expect(last - first).toBeLessThanOrEqual(windowHeight / rowHeight + 62)
    }),
  )
})
