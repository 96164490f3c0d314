import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { restartPauses, supervise, WRONG_SETTING, whenReady } from './server.mjs'

// fetch refuses 4190, which mail servers use; chosen as PORT it works all the same.
const port = 4190
const stillRuns = { exit: new Promise<string>(() => undefined) }
let answers: number[] = []
const server = createServer((_request, response) => response.writeHead(answers.shift() ?? 200).end('{}'))
afterEach(() => new Promise((resolve) => server.close(resolve)))

test('a server is ready once it says so, on any port', async ({ skip }) => {
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) skip('the port is taken')
  answers = [503, 503]
  await whenReady(stillRuns, `http://127.0.0.1:${port}`, 60)
  expect(answers).toEqual([])
})

test('a server that has gone is not waited for', async () => {
  await expect(whenReady({ exit: Promise.resolve('code 1') }, 'http://127.0.0.1:1', 60)).rejects.toThrow()
})

test('a server is waited for as long as the setting says, longer on a busy machine', async () => {
  const nowhere = 'http://127.0.0.1:1'
  const startedAt = performance.now()
  const loads = [5, 2]
  const late = whenReady(stillRuns, nowhere, 0.1, () => loads.shift() ?? 1)
  await expect(late).rejects.toThrow('START_TIMEOUT_SECONDS is 0.1, multiplied by a load of 5.0')
  expect(performance.now() - startedAt).toBeGreaterThan(500)
})

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue(undefined))

type End = { code: number | null; reason: string }
const killed = (signal: string): End => ({ code: null, reason: signal })

/** Servers that end one after the other as listed; the first whose end is not listed is the one at which we are stopped. */
function scripted(ends: readonly End[], { neverReady = [] as readonly number[] } = {}) {
  const pauses: number[] = []
  const readies: boolean[] = []
  const kills: number[] = []
  let launched = 0
  let stopping = false
  const run = supervise({
    launch() {
      const number = launched++
      const end = ends[number]
      if (end === undefined) stopping = true
      return {
        number,
        exit: Promise.resolve(end ?? { code: 0, reason: 'code 0' }),
        kill: () => kills.push(number),
      }
    },
    untilReady: async ({ number }: { number: number }) => {
      if (neverReady.includes(number)) throw new Error('never ready')
    },
    onReady: (isFirst: boolean) => readies.push(isFirst),
    isStopping: () => stopping,
    wait: async (milliseconds: number) => void pauses.push(milliseconds),
  })
  return { run, pauses, readies, kills, launched: () => launched }
}

describe('supervise', () => {
  it('starts a server again that ended by itself, whatever it ended of, and says why', async () => {
    const ends = [killed('SIGKILL'), killed('SIGSEGV'), killed('SIGTRAP'), { code: 0, reason: 'code 0' }]
    const { run, pauses, readies } = scripted(ends)
    await run
    expect(readies).toEqual([true, false, false, false, false])
    expect(pauses).toEqual([0, 1000, 2000, 4000])
    const said = vi.mocked(console.log).mock.calls.flat().join('\n')
    expect(said).toContain('The server exited unexpectedly (SIGTRAP) and restarts in 2.0 s')
  })

  it('does not start one again that cannot run with its settings', async () => {
    const wrong = { code: WRONG_SETTING, reason: `code ${WRONG_SETTING}` }
    const { run, launched } = scripted([killed('SIGKILL'), wrong])
    await expect(run).rejects.toThrow()
    expect(launched()).toBe(2)
  })

  it('ends the start when the first never gets ready, and tries again when a later one does not', async () => {
    await expect(scripted([], { neverReady: [0] }).run).rejects.toThrow('never ready')
    const later = scripted([killed('SIGKILL'), killed('SIGKILL')], { neverReady: [1] })
    await later.run
    expect(later.kills).toEqual([1])
    expect(later.readies).toEqual([true, false])
  })
})

describe('restartPauses', () => {
  it('grow to half a minute, and begin anew after a process that ran for a while', () => {
    const pauseAfter = restartPauses()
    expect([0, 0, 0, 0, 0, 0, 0, 0].map(pauseAfter)).toEqual([
      0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
    expect([5000, 4999].map(pauseAfter)).toEqual([0, 1000])
  })
})
