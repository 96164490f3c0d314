import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { listen } from '@/lib/platform/testing/listen'
import { exportUsage } from './export-usage'
import * as outbox from './repository'
import { settleRequests } from './testing'
import { forgetNames } from './upkeep'

const customerId = 'cus_erased'
const nowhere = 'http://127.0.0.1:1'
// The statement that settles is prepared once, with these targets.
Object.assign(env(), {
  USAGE_EXPORT_FILES: 'jsonl',
  USAGE_EXPORT_URL: nowhere,
  USAGE_EXPORT_CLICKHOUSE: nowhere,
  USAGE_STORE: 'clickhouse',
})

const use = () =>
  settleRequests([
    {
      customer_id: customerId,
      created_at: new Date().toISOString(),
      end_user: 'ann',
      tags: { team: 'anns' },
    },
  ])
const isNamed = (body: string) => /"ann/.test(body)

/** A ClickHouse that says what reached it, in order, once `until` has resolved for rows with names. */
async function clickhouse(answer: (body: string) => Promise<number>) {
  const seen: string[] = []
  env().USAGE_EXPORT_CLICKHOUSE = await listen(async (request, response) => {
    const body = await text(request)
    const status = await answer(body)
    seen.push(body.startsWith('ALTER TABLE') ? 'erasure' : isNamed(body) ? 'names' : 'no names')
    response.writeHead(status).end()
  })
  return seen
}

beforeEach(async () => {
  await pool.query('TRUNCATE usage_outbox')
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + 3_600_000)) // the hour is over
})

describe('an account that is erased', () => {
  it('while its usage is on the way to ClickHouse is erased there once more', async () => {
    const [arrives, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const exported: Promise<void>[] = []
    const seen = await clickhouse(async (body) => {
      if (isNamed(body)) {
        arrives.resolve()
        await goesOn.promise
      } else {
        // The batch arrives, and is forgotten here, in the middle of the erasure.
        goesOn.resolve()
        await Promise.all(exported)
      }
      return 200
    })
    await use()
    exported.push(exportUsage(async () => ({ statusCode: 200, error: null })))
    await arrives.promise
    expect(await forgetNames(customerId)).toBe(false)
    expect(seen).toEqual(['names', 'erasure'])
    expect(await forgetNames(customerId)).toBe(true)
    expect(seen).toEqual(['names', 'erasure', 'erasure'])
  })

  it('has no names in what is sent again, wherever to', async () => {
    let isWell = false
    const bodies: string[] = []
    const seen = await clickhouse(async () => (isWell ? 200 : 500))
    const post = async ({ body }: { body: string }) => {
      bodies.push(body)
      return { statusCode: isWell ? 200 : 500, error: isWell ? null : 'away' }
    }
    const files = () =>
      globSync(join(env().DATA_DIR, 'usage-export', 'dt=*', 'hour=*', '*.gz'))
        .sort()
        .map((path) => gunzipSync(readFileSync(path)).toString())
    await use()
    const written = files().length
    vi.spyOn(outbox, 'forgetBatch').mockRejectedValueOnce(new Error('killed')) // of the files: the others fail before
    await expect(exportUsage(post)).rejects.toThrow()
    expect([bodies.at(-1), files().at(-1)].map((body) => isNamed(body ?? ''))).toEqual([true, true])
    isWell = true
    await forgetNames(customerId)
    await exportUsage(post)
    expect([bodies.at(-1), ...files().slice(written)].map((body) => isNamed(body ?? ''))).toEqual([
      false,
      false,
    ])
    expect(seen).toEqual(['names', 'erasure', 'no names'])
    expect(await forgetNames(customerId)).toBe(true)
  })
})
