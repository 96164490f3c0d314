import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import { beforeAnswers } from '@/lib/platform/stream'
import { SettlementLog } from './settlement-log'

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

/** In a turn of its own. */
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

  it('loses no line when neither file can be emptied', () => {
    const log = newLog()
    const lines = Array.from({ length: 30 }, (_, index) => `${index}${'x'.repeat(100_000)}`)
    for (const line of lines) append(log, line)
    expect(linesNow().toSorted()).toEqual(lines.toSorted())
  })

  it('leaves nothing behind when all is settled, and what is not when it closes', () => {
    const done = newLog()
    done.settled(append(done, 'settled'))
    done.close()
    expect(readdirSync(join(folder, 'settlements'))).toEqual([])
    const open = newLog()
    append(open, 'open')
    open.close()
    expect(linesNow()).toEqual(['open'])
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
    time.mockRestore()
  })

  it('goes on without a disk, and says so once', () => {
    const warned = vi.spyOn(logger, 'warn').mockImplementation(() => undefined)
    writeFileSync(join(folder, 'settlements'), 'a file where the folder should be')
    const log = newLog()
    for (const line of ['one', 'two']) log.settled(append(log, line))
    expect(warned).toHaveBeenCalledOnce()
    warned.mockRestore()
  })
})
