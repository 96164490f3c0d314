import { describe, expect, it } from 'vitest'
import { periodEnd, periodStart } from '../quota'
import { type Reset, zonedPeriod } from './zoned-period'

const period = (reset: Reset, zone: string, now: string) => {
  const { start, end } = zonedPeriod(reset, zone, new Date(now))
  return [start.toISOString().slice(0, 16), end.toISOString().slice(0, 16)]
}

describe('periods of a zone', () => {
  it.each([
    // Clocks go forward and back: a day of 23 and one of 25 hours.
    ['daily', 'Europe/Berlin', '2026-03-29T12:00Z', '2026-03-28T23:00', '2026-03-29T22:00'],
    ['daily', 'Europe/Berlin', '2026-10-25T12:00Z', '2026-10-24T22:00', '2026-10-25T23:00'],
    ['weekly', 'America/New_York', '2026-03-08T12:00Z', '2026-03-02T05:00', '2026-03-09T04:00'],
    ['monthly', 'America/New_York', '2026-11-15T12:00Z', '2026-11-01T04:00', '2026-12-01T05:00'],
    ['monthly', 'Asia/Kathmandu', '2026-02-28T18:14Z', '2026-01-31T18:15', '2026-02-28T18:15'],
    // Midnight does not exist: the day begins at one.
    ['daily', 'Asia/Beirut', '2026-03-29T12:00Z', '2026-03-28T22:00', '2026-03-29T21:00'],
    // 30 December 2011 does not exist in Samoa.
    ['daily', 'Pacific/Apia', '2011-12-30T08:00Z', '2011-12-29T10:00', '2011-12-30T10:00'],
    ['daily', 'Pacific/Apia', '2011-12-30T12:00Z', '2011-12-30T10:00', '2011-12-31T10:00'],
    // Clocks went back from 00:01 to 23:01 of the day before, which comes twice.
    ['daily', 'America/St_Johns', '2010-11-07T02:45Z', '2010-11-07T02:30', '2010-11-08T03:30'],
  ] as const)('%s in %s at %s', (reset, zone, now, start, end) => {
    expect(period(reset, zone, now)).toEqual([start, end])
  })

  it.each([
    ['America/St_Johns', '2010-11-05'],
    ['America/Havana', '2011-03-11'],
    ['America/Havana', '2011-11-11'],
    ['America/Asuncion', '2011-04-08'],
    ['Pacific/Apia', '2011-12-28'],
    ['Asia/Beirut', '2011-03-25'],
  ])('in %s from %s follow each other without a gap, and contain their moment', (zone, first) => {
    for (const reset of ['daily', 'weekly', 'monthly'] as const) {
      let before: Date | undefined
      for (let at = Date.parse(first); at < Date.parse(first) + 5 * 86_400_000; at += 10 * 60_000) {
        const { start, end } = zonedPeriod(reset, zone, new Date(at))
        const isInside = start.getTime() <= at && at < end.getTime()
        const follows =
          before === undefined || before.getTime() === end.getTime() || before.getTime() === start.getTime()
        if (!isInside || !follows) expect.fail(`${reset} ${new Date(at).toISOString()}`)
        before = end
      }
    }
  })

  it('of UTC are those without a zone', () => {
    for (const reset of ['daily', 'weekly', 'monthly'] as const)
      for (let day = 0; day < 400; day++) {
        const now = new Date(Date.UTC(2026, 0, 1 + day, 7))
        const { start, end } = zonedPeriod(reset, 'Etc/UTC', now)
        expect([periodStart(reset, now), periodEnd(reset, now)]).toEqual([start, end])
      }
  })
})
