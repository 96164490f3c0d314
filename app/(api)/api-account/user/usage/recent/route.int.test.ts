import { afterAll, describe, expect, it } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'
import { foldTallies } from '@/lib/usage/fold-tallies'
import { RecentItem, RecentReply } from '@/lib/usage/schema'
import { bookUsage } from '@/lib/usage/testing/book-usage'
import { base, newCustomer, openDoors } from '../testing'

const { doors, close } = await openDoors()
afterAll(close)

const path = `${base}/recent`
const at = (count: number) => new Date(Date.UTC(2026, 4, 1, 0, count * 7))

/**
 * Forty requests, seven minutes apart: every fifth failed, every eighth was for a picture, every third came with the key.
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

describe.each(doors)('Recent requests through the %s door', (_door, call) => {
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

  it('are listed newest first, page by page, as they are narrowed', async () => {
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

  it('are none where there is no use: 200', async () => {
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
          message: 'There is nothing here.',
          type: 'invalid_request_error',
          param: null,
          code: 'not_found',
          request_id: headers.get('x-request-id'),
        },
      })
    }
  })
})
