import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { listen } from '@/lib/platform/testing/listen'
import { postAttempt } from '@/lib/work/deliveries/deliver-attempt'
import { exportUsage } from './export-usage'
import * as outbox from './repository'
import { settleRequests } from './testing'

const { customerId } = await newAccountOwner()
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const nowhere = 'http://127.0.0.1:1'
const exporting = (settings: object) =>
  Object.assign(env(), { USAGE_EXPORT_FILES: 'jsonl', USAGE_EXPORT_URL: undefined, ...settings })
exporting({ USAGE_EXPORT_SECRET: secret, OUTBOUND_ALLOW: '127.0.0.1' })

/** Settles requests while both ways out are on: the statement that does it is prepared once. */
const use = async (count: number, differs: object = {}) => {
  exporting({ USAGE_EXPORT_URL: nowhere })
  const request = { customer_id: customerId, created_at: new Date().toISOString(), ...differs }
  const rows = await settleRequests(Array.from({ length: count }, () => request))
  exporting({})
  return rows.map(({ id }) => id).sort()
}

const Line = z.looseObject({ id: z.string(), customer_id: z.string(), cost: z.string() })
const filesOf = (kind: string) =>
  globSync(join(env().DATA_DIR, 'usage-export', 'dt=*', 'hour=*', `*.${kind}.gz`)).sort()
const read = (path = '') => gunzipSync(readFileSync(path)).toString()
const idsIn = (path: string) =>
  read(path)
    .trim()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)).id)

beforeEach(async () => {
  await pool.query('TRUNCATE usage_outbox')
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + 3_600_000)) // the hour is over
})

it('each row is in a file, whatever dies between the upload and the cursor; late rows are in a later file', async () => {
  const first = await use(3)
  vi.spyOn(outbox, 'forgetBatch').mockRejectedValueOnce(new Error('killed'))
  await expect(exportUsage(postAttempt)).rejects.toThrow('killed')
  const [path = ''] = filesOf('jsonl')
  const before = read(path)
  const late = await use(2)
  await exportUsage(postAttempt)
  await exportUsage(postAttempt)
  const files = filesOf('jsonl')
  expect(files).toHaveLength(2)
  expect(read(path)).toBe(before) // the same rows under the same name
  expect(idsIn(path).sort()).toEqual(first)
  expect(
    files
      .filter((one) => one !== path)
      .flatMap(idsIn)
      .sort(),
  ).toEqual(late)
  expect((await pool.query("SELECT FROM usage_outbox WHERE target = 'files'")).rowCount).toBe(0)
})

it('an hour that is not over waits', async () => {
  const now = new Date()
  vi.mocked(clock.now).mockReturnValue(now) // so that it is not over either when it is exported
  await use(1)
  const before = filesOf('jsonl')
  await exportUsage(postAttempt)
  expect(filesOf('jsonl')).toEqual(before)
})

it('a webhook gets signed batches, again under the same id until it takes them', async () => {
  const seen: { id: string; ids: string[] }[] = []
  const Message = z.object({
    type: z.literal('usage.settled'),
    data: z.object({ items: z.array(Line) }),
  })
  const origin = await listen(async (request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const { data } = Message.parse(new Webhook(secret).verify(await text(request), headers))
    seen.push({ id: headers['webhook-id'] ?? '', ids: data.items.map(({ id }) => id).sort() })
    response.writeHead(seen.length === 1 ? 500 : 204).end()
  })
  const ids = await use(2)
  exporting({ USAGE_EXPORT_URL: origin })
  vi.mocked(clock.now).mockImplementation(() => new Date())
  await expect(exportUsage(postAttempt)).rejects.toThrow('the usage webhook failed')
  await exportUsage(postAttempt)
  expect(seen.map((one) => one.ids)).toEqual([ids, ids])
  expect(seen[1]?.id).toBe(seen[0]?.id)
})

it.each([
  ['plain', '"own_key":true'],
  ['focus', '"x_OwnKey":"true"'],
])('says of a request with a key of the customer’s own that it was one: %s', async (format, said) => {
  await use(1, { own_key: true })
  exporting({ USAGE_EXPORT_FORMAT: format })
  const before = new Set(filesOf('jsonl'))
  await exportUsage(postAttempt)
  expect(read(filesOf('jsonl').find((path) => !before.has(path)))).toContain(said)
})

it('has the columns of FOCUS 1.2 for cost tools', async () => {
  await use(1)
  exporting({
    USAGE_EXPORT_FILES: 'csv',
    USAGE_EXPORT_FORMAT: 'focus',
    INSTALLATION_NAME: 'Acme',
  })
  await exportUsage(postAttempt)
  const [head = '', row = ''] = read(filesOf('csv')[0]).split('\r\n')
  const names = head.split(',')
  const cells = Object.fromEntries(names.map((column, index) => [column, row.split(',')[index]]))
  expect(cells).toMatchObject({
    BilledCost: '0.000000',
    BillingAccountName: 'Acme',
    BillingCurrency: 'USD',
    ChargeCategory: 'Usage',
    ServiceCategory: 'AI and Machine Learning',
    SkuId: expect.any(String),
    SubAccountId: customerId,
  })
})

it('has the same columns in the same order as ever', async () => {
  await use(1, { audio_millis: 1500, video_millis: 2500, images: 3, reasoning_tokens: 4, web_searches: 5 })
  exporting({ USAGE_EXPORT_FILES: 'csv', USAGE_EXPORT_FORMAT: 'plain' })
  await exportUsage(postAttempt)
  const [head, row = ''] = read(filesOf('csv').at(-1)).split('\r\n')
  expect(head).toBe(
    [
      'id,customer_id,api_key_id,api_key_name,model_id,model_name,provider_id,modality,status',
      'prompt_tokens,cached_tokens,completion_tokens,reasoning_tokens,images,characters,web_searches',
      'own_key,price_id,finish_reason,error_code,latency_ms,ttft_ms,task_id,trace_id',
      'created_at,settled_at,video_seconds,audio_seconds,cost,end_user,tags,member_id,project_id',
    ].join(),
  )
  expect(row).toContain(',0,0,0,4,3,0,5,false,')
  expect(row).toMatch(/,2\.5,1\.5,0\.000000,,,,$/)
})
