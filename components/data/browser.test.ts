import { afterEach, expect, it, vi } from 'vitest'
import { browserZone } from './browser'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Etc/Unknown', 'UTC'],
  [undefined, 'UTC'],
])('a browser that says it is in %s is in %s', (said, zone) => {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: said ?? '' }
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
  expect(browserZone()).toBe(zone)
})
