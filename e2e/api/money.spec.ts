import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { BalanceReply } from '../../lib/billing/schema'
import { parseUsd } from '../../lib/platform/money'
import { RecentReply } from '../../lib/usage/schema'
import { startPortico } from '../../scripts/testing/portico.mjs'

/**
 * A thousand mixed calls, a tenth of them hung up on, the server killed in the middle: afterwards the balance is the
 * demo credit less the cost of every recorded request, to the nano-dollar, and nothing is held.
 */
const CALLS = 1000
const AT_ONCE = 24
const DEMO_CREDIT = 25n * 10n ** 9n

type Portico = Awaited<ReturnType<typeof startPortico>>

function serverPids(parent: number): number[] {
  return execFileSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
}

function promptOf(i: number): string {
  const kinds = ['[[status:500]]', '[[cut:4]] tell me', '[[empty]]']
  return kinds[(i % 10) - 7] ?? `[[tokens:${20 + (i % 60)}]] [[chunk-delay:2ms]] hello number ${i}`
}

async function call(url: string, key: string, i: number): Promise<void> {
  const hangUp = new AbortController()
  const stream = i % 2 === 0
  const body = {
    model: i % 3 ? 'sandbox/chat' : 'sandbox/chat-pro',
    stream,
    messages: [{ role: 'user', content: promptOf(i) }],
  }
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: hangUp.signal,
  })
  if (i % 10 !== 4) return void (await response.text())
  const reader = response.body?.getReader()
  for (let chunks = 0; chunks < 4; chunks++) await reader?.read()
  hangUp.abort()
}

async function costOfAll(
  url: string,
  headers: Record<string, string>,
): Promise<{ rows: number; nanos: bigint }> {
  let [cursor, rows, nanos] = ['', 0, 0n]
  do {
    const response = await fetch(`${url}/api-account/user/usage/recent?limit=100&cursor=${cursor}`, {
      headers,
    })
    const page = RecentReply.parse(await response.json())
    for (const item of page.items) nanos += parseUsd(item.cost) ?? 0n
    rows += page.items.length
    cursor = page.next_cursor
  } while (cursor !== '')
  return { rows, nanos }
}

test('money adds up over hang-ups, failures and a kill -9', async () => {
  test.setTimeout(240_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-money-'))
  const settings = { DATA_DIR: dataDir, RATE_LIMIT_CHAT: '1000000', LOG_LEVEL: 'silent' }
  const start = (name: string): Promise<Portico> =>
    startPortico(process.cwd(), { logFile: join('.cache', 'test', `money-${name}.log`), settings })
  let portico = await start('first')
  try {
    const demo = z
      .object({ api_key: z.string() })
      .parse(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')))
    let next = 0
    let restart: Promise<Portico> | undefined
    const worker = async () => {
      while (next < CALLS) {
        const i = next++
        if (i === CALLS / 2) {
          const victims = [...serverPids(portico.pid ?? 0), portico.pid ?? 0]
          for (const pid of victims) process.kill(pid, 'SIGKILL')
          restart = start('second')
          portico = await restart
        }
        // Calls that were under way, or came while nobody listened, fail: that is the point.
        await call(portico.url, demo.api_key, i).catch(() => undefined)
        if (restart) await restart
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))

    const headers = { authorization: `Bearer ${demo.api_key}` }
    const balance = async () =>
      BalanceReply.parse(await (await fetch(`${portico.url}/api-account/user/balance`, { headers })).json())
    await expect.poll(async () => (await balance()).held, { timeout: 60_000 }).toBe('0.000000')
    const { rows, nanos } = await costOfAll(portico.url, headers)
    expect(rows).toBeGreaterThan(CALLS * 0.9)
    expect(parseUsd((await balance()).balance)).toBe(DEMO_CREDIT - nanos)
  } finally {
    await portico.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
