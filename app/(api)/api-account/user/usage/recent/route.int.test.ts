import { afterAll, describe, expect, it } from 'vitest'
import { RecentItem, RecentReply } from '@/lib/money/usage/schema'
import { bookUsage } from '@/lib/money/usage/testing'
import { foldTallies } from '@/lib/money/usage/upkeep'
import type { Caller } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'
import { base, newCustomer, openDoors } from '../testing'

const { call, door, close } = await openDoors()
afterAll(close)

const path = `${base}/recent`
const at = (count: number) => new Date(Date.UTC(2026, 4, 1, 0, count * 7))

/**
 * Forty requests, seven minutes apart: every fifth failed, every eighth was for a picture, every third used the key.
 * The first half is rolled up.
 */
async function customerWithUse() {
  const { owner, makeKey } = await newCustomer()
  const { id: keyId, key, caller } = await makeKey('reader')
  const ids: string[] = []
  for (let index = 0; index < 40; index += 1) {
    if (index === 20) await foldTallies()
    const payer: Caller = { ...owner, apiKey: index % 3 === 0 ? caller.apiKey : null }
    const isImage = index % 8 === 0
    ids.push(
      await bookUsage(payer, at(index), {
        status: index % 5 === 0 ? 'failed' : 'success',
        modality: isImage ? 'image' : 'chat',
        modelId: isImage ? 'sandbox/image-1' : 'sandbox/chat',
      }),
    )
  }
  const expected = (matches: (index: number) => boolean) =>
    ids.filter((_, index) => matches(index)).toReversed()
  return { keyId, key, ids, expected }
}

describe('Recent requests', () => {
  async function listAll(key: string, query: string, limit = 7): Promise<string[]> {
    const found: string[] = []
    let cursor = ''
    do {
      const { status, body } = await call('GET', `${path}?limit=${limit}&cursor=${cursor}&${query}`, { key })
      expect(status).toBe(200)
      const page = RecentReply.parse(body)
      expect(page.items.length).toBeLessThanOrEqual(limit)
      expect(page.has_more).toBe(page.next_cursor !== '')
      found.push(...page.items.map((item) => item.id))
      cursor = page.next_cursor
    } while (cursor !== '')
    return found
  }

  it('are listed newest first, page by page, with filters', async () => {
    const { key, keyId, expected } = await customerWithUse()
    const cases: [string, (index: number) => boolean][] = [
      ['', () => true],
      ['model=sandbox/image-1', (i) => i % 8 === 0],
      ['modality=chat', (i) => i % 8 !== 0],
      ['status=failed', (i) => i % 5 === 0],
      ['status=success&modality=image', (i) => i % 5 !== 0 && i % 8 === 0],
      ['status=refunded', () => false],
      [`api_key_id=${keyId}`, (i) => i % 3 === 0],
      ['api_key_id=console&status=failed', (i) => i % 3 !== 0 && i % 5 === 0],
      ['start_date=2026-05-01', () => true],
      ['start_date=2026-05-02', () => false],
      // In Kathmandu it is a quarter to six; in St. John's the evening before until half past two.
      ['end_date=2026-04-30&timezone=Asia/Kathmandu', () => false],
      ['end_date=2026-04-30&timezone=America/St_Johns&modality=image', (i) => i % 8 === 0 && i * 7 < 150],
      ['start_date=2026-05-01&timezone=America/St_Johns&status=failed', (i) => i % 5 === 0 && i * 7 >= 150],
    ]
    for (const [query, matches] of cases)
      expect([query, await listAll(key, query)]).toEqual([query, expected(matches)])
  })

  it('are downloaded as CSV, all that match: 200', async () => {
    const { key, expected } = await customerWithUse()
    const download = async (query: string) => {
      const response = await door('GET', `${path}?format=csv&limit=1&${query}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
      return { response, lines: bytes.subarray(3).toString().split('\r\n') }
    }
    const { lines, response } = await download('start_date=2026-05-01&end_date=2026-05-02')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="requests-from-2026-05-01-to-2026-05-02.csv"',
    )
    const [head, first, ...rest] = lines
    expect(head).toBe(
      'id,created_at,status,modality,model_id,model_name,provider,api_key_name,prompt_tokens,cached_tokens,completion_tokens,total_tokens,images,video_seconds,characters,audio_seconds,cost,usage_source,finish_reason,error_code,latency_ms,ttft_ms,task_id,own_key,end_user,tags,member_id,member_name,project_id,project_name',
    )
    expect(first).toMatch(
      /^req_\w+,2026-05-01T04:33:00\.000Z,success,chat,sandbox\/chat,Sandbox Chat,sandbox,reader,10,0,4,14,0,0,0,0,0\.\d+,upstream,/,
    )
    expect(rest.at(-1)).toBe('')
    expect([first, ...rest.slice(0, -1)].map((line) => line?.split(',')[0])).toEqual(expected(() => true))
    const there = await download('start_date=2026-04-30&end_date=2026-04-30&timezone=America/St_Johns')
    expect(there.lines.length).toBeGreaterThan(2)
    for (const line of there.lines.slice(1, -1))
      expect(line.split(',')[1]).toMatch(/^2026-04-30T\d\d:\d\d:00\.000-02:30$/)
    const failed = await download('status=failed')
    expect(failed.lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(expected((i) => i % 5 === 0))
    expect(failed.response.headers.get('content-disposition')).toContain('"requests.csv"')
    expect((await call('GET', `${path}?format=xml`, { key })).body).toMatchObject({
      error: { param: 'format' },
    })
  })

  it('are downloaded completely when there are more than one page', async () => {
    const { owner, makeKey } = await newCustomer()
    const { key } = await makeKey('reader')
    const ids = await Promise.all(Array.from({ length: 501 }, (_, index) => bookUsage(owner, at(index))))
    const response = await door('GET', `${path}?format=csv`, { headers: { authorization: `Bearer ${key}` } })
    const lines = (await response.text()).split('\r\n').slice(1, -1)
    expect(lines.map((line) => line.split(',')[0])).toEqual(ids.toReversed())
  })

  it('are empty without usage: 200', async () => {
    const { key } = await (await newCustomer()).makeKey('reader')
    const { status, body } = await call('GET', path, { key })
    expect(status).toBe(200)
    expect(body).toEqual({ items: [], has_more: false, next_cursor: '' })
  })

  it('can be read one by one, by their customer alone: 200, 404', async () => {
    const { owner, makeKey } = await newCustomer()
    const { key } = await makeKey('reader')
    const { key: stranger } = await (await newCustomer()).makeKey('stranger')
    const own = await bookUsage(owner, new Date())
    expect(RecentItem.parse((await call('GET', `${path}/${own}`, { key })).body)).toMatchObject({
      id: own,
      cost: '0.000018',
      bill: { total: '0.000018', usage_source: 'upstream' },
    })
    for (const [id, reader] of [
      [own, stranger],
      [newId('req'), key],
      ['nonsense', key],
      ['%00', key],
    ] as const) {
      const { status, body: refusal, headers } = await call('GET', `${path}/${id}`, { key: reader })
      expect(status).toBe(404)
      expect(refusal).toEqual({
        error: {
          message: 'Not found.',
          type: 'invalid_request_error',
          param: null,
          code: 'not_found',
          request_id: headers.get('x-request-id'),
        },
      })
    }
  })
})
