import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import { beforeAnswers } from '@/lib/platform/stream'
import { SettlementLog } from './internal/settlement-log'
import { periodEnd, spentThisPeriod } from './quota'

describe('spent this period', () => {
  const now = new Date('2026-11-22T14:00:00Z')
  const spend = { totalNanos: 900n, periodNanos: 40n, heldNanos: 0n, periodStart: new Date('2026-11-22') }

  it('is all where the limit is never reset, and nothing where the key never spent', () => {
    expect(spentThisPeriod(null, spend, now)).toBe(900n)
    expect(spentThisPeriod('daily', undefined, now)).toBe(0n)
  })

  it('is what counts since the last reset', () => {
    expect(spentThisPeriod('daily', spend, now)).toBe(40n)
    expect(spentThisPeriod('daily', spend, new Date('2026-11-23'))).toBe(0n)
    expect(spentThisPeriod('daily', { ...spend, periodStart: null }, now)).toBe(0n)
  })

  it('keeps what counted when the limit was reset more often', () => {
    expect(spentThisPeriod('weekly', spend, now)).toBe(40n)
    expect(spentThisPeriod('monthly', spend, now)).toBe(40n)
    expect(spentThisPeriod('monthly', spend, new Date('2026-12-01'))).toBe(0n)
  })
})

describe('period end', () => {
  const end = (reset: 'daily' | 'weekly' | 'monthly' | null, now: string) =>
    periodEnd(reset, new Date(now))?.toISOString() ?? null

  describe("the end of a limit's period", () => {
    it.each([
      ['daily', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00.000Z'],
      ['weekly', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00.000Z'], // a Monday
      ['weekly', '2026-11-22T23:00:00Z', '2026-11-23T00:00:00.000Z'],
      ['monthly', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00.000Z'],
      ['monthly', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
      [null, '2026-12-01T00:00:00Z', null],
    ] as const)('that is reset %s, at %s, is %s', (reset, now, expected) => {
      expect(end(reset, now)).toBe(expected)
    })
  })
})

describe('the settlement log', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-log-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const newLog = () => new SettlementLog(() => ({ folder: join(folder, 'settlements'), name: 'inst_1.42' }))
  const linesNow = () => {
    const files = readdirSync(join(folder, 'settlements'))
    const text = files.map((name) => readFileSync(join(folder, 'settlements', name), 'utf8')).join('')
    return text.split('\n').filter((line) => line !== '')
  }

  /** In its own turn of the event loop. */
  function append(log: SettlementLog, line: string) {
    const batch = log.append(line)
    beforeAnswers.run()
    return batch
  }

  describe('a settlement log', () => {
    it('has each line on the disk before the next answer is sent, for the owner alone to read', () => {
      const log = newLog()
      append(log, 'one')
      append(log, 'two')
      expect(linesNow()).toEqual(['one', 'two'])
      const file = join(folder, 'settlements', 'inst_1.42.0.jsonl')
      expect([statSync(file).mode & 0o777, statSync(join(folder, 'settlements')).mode & 0o777]).toEqual([
        0o600, 0o700,
      ])
    })

    it('keeps what is not settled through any number of lines that are, in two small files', () => {
      const log = newLog()
      const line = 'x'.repeat(100_000)
      append(log, 'open')
      for (let count = 0; count < 50; count++) log.settled(append(log, line))
      expect(linesNow()).toContain('open')
      expect(linesNow().length).toBeLessThan(25)
      expect(readdirSync(join(folder, 'settlements'))).toHaveLength(2)
    })

    it('goes on in the other file once all of that is settled', () => {
      const log = newLog()
      const fill = () => Array.from({ length: 10 }, () => append(log, 'x'.repeat(100_000)))
      const first = fill()
      fill()
      for (const batch of first) log.settled(batch)
      append(log, 'next')
      const text = readFileSync(join(folder, 'settlements', 'inst_1.42.0.jsonl'), 'utf8')
      expect(text.trim()).toBe('next')
    })

    it('loses no line when neither file can be emptied', () => {
      const log = newLog()
      const lines = Array.from({ length: 30 }, (_, index) => `${index}${'x'.repeat(100_000)}`)
      for (const line of lines) append(log, line)
      expect(linesNow().toSorted()).toEqual(lines.toSorted())
    })

    it('leaves nothing behind when all is settled, and what is not when it closes', () => {
      const done = newLog()
      done.settled(append(done, 'settled'))
      done.settled(done.append('settled before it was written'))
      done.close()
      expect(readdirSync(join(folder, 'settlements'))).toEqual([])
      const open = newLog()
      append(open, 'open')
      open.append('not written before it closes')
      open.close()
      expect(linesNow()).toEqual(['open', 'not written before it closes'])
    })

    it('writes the lines of a turn together, at its end where nothing is answered, and counts each of them', async () => {
      const log = newLog()
      const batches = ['one', 'two', 'three'].map((line) => log.append(line))
      expect(readdirSync(folder)).toEqual([])
      await new Promise(setImmediate)
      expect(linesNow()).toEqual(['one', 'two', 'three'])
      for (const batch of batches.slice(1)) log.settled(batch)
      log.close()
      expect(linesNow()).toEqual(['one', 'two', 'three'])
    })

    it('goes on in a new file where another process has deleted its own, and leaves that file alone', () => {
      let now = 1_000_000
      const time = vi.spyOn(performance, 'now').mockImplementation(() => now)
      const log = newLog()
      const long = 'x'.repeat(100_000)
      const taken = append(log, long)
      rmSync(join(folder, 'settlements', 'inst_1.42.0.jsonl'))
      now += 1001
      append(log, 'after')
      expect(linesNow()).toEqual(['after'])
      append(log, long)
      log.settled(taken)
      expect(linesNow()).toEqual(['after', long])
      log.close()
      expect(linesNow()).toEqual(['after', long])
      time.mockRestore()
    })

    it('keeps to its file, and to all that is open there, for as long as nobody deletes it', () => {
      let now = 1_000_000
      const time = vi.spyOn(performance, 'now').mockImplementation(() => now)
      const log = newLog()
      append(log, 'open')
      now += 1001
      log.settled(append(log, 'x'.repeat(100_000)))
      expect(linesNow()).toContain('open')
      time.mockRestore()
    })

    it('goes on without a disk, says so once, and logs again when there is one', () => {
      const warned = vi.spyOn(logger, 'warn').mockImplementation(() => undefined)
      let now = Date.now()
      vi.spyOn(Date, 'now').mockImplementation(() => now)
      writeFileSync(join(folder, 'settlements'), 'a file where the folder should be')
      const log = newLog()
      for (const line of ['one', 'two']) log.settled(append(log, line))
      expect(warned).toHaveBeenCalledOnce()
      rmSync(join(folder, 'settlements'))
      now += 9999
      append(log, 'three')
      now += 1
      append(log, 'four')
      append(log, 'five')
      expect(linesNow()).toEqual(['four', 'five'])
      expect(warned).toHaveBeenCalledOnce()
    })
  })
})
