import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { UsageReply } from '@/lib/usage/schema'
import { base, newCustomer, openDoors } from './testing'

const { doors, close } = await openDoors()
afterAll(close)

const { makeKey } = await newCustomer()
const { key } = await makeKey('reader')
const stranger = await (await newCustomer()).makeKey('stranger')

const withoutId = (body: unknown) => JSON.stringify(body).replace(/req_[0-9a-z]+/, '')

describe.each(doors)('What usage refuses through the %s door', (_door, call) => {
  it.each([
    ['end_date', 'start_date=2026-03-02&end_date=2026-03-01'],
    ['end_date', 'start_date=2026-01-01&end_date=2027-01-02'],
    ['start_date', 'start_date=2020-01-01'],
    ['start_date', 'start_date=2999-01-01'],
    ['start_date', 'start_date=2026-02-30&end_date=2026-03-01'],
    ['end_date', 'end_date=2025-02-29'],
    ['end_date', 'end_date=0000-12-31'],
    ['end_date', 'end_date=9999-01-01'],
    ['end_date', 'end_date=21.11.2026'],
    ['start_date', 'start_date='],
    ['start_date', 'start_date=2026-1-1'],
    ['start_date', 'start_date=2026-01-01T00:00:00Z'],
    ['timezone', 'timezone=Mars/Olympus'],
    ['timezone', 'timezone=%2B02:00'],
    ['timezone', 'timezone='],
    ['timezone', 'timezone=PST'],
    ['timezone', 'timezone=jst'],
    ['model', 'model=no/such'],
    ['model', 'model='],
    ['api_key_id', 'api_key_id=nonsense'],
    ['api_key_id', 'api_key_id=%00'],
    ['group_by', 'group_by=provider'],
    ['interval', 'interval=minute'],
    ['format', 'format=xml'],
  ])('names %s in %s: 400', async (param, query) => {
    for (const format of ['', '&format=csv']) {
      if (format !== '' && param === 'format') continue
      expect(await call('GET', `${base}?${query}${format}`, { key })).toMatchObject({
        status: 400,
        body: { error: { type: 'invalid_request_error', code: 'invalid_parameter', param } },
      })
    }
  })

  it('gives hours of at most two days: 400', async () => {
    const days = (end: string) => `${base}?interval=hour&start_date=2026-03-01&end_date=${end}`
    expect((await call('GET', days('2026-03-02'), { key })).status).toBe(200)
    expect(await call('GET', days('2026-03-03'), { key })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_parameter', param: 'interval' } },
    })
  })

  it.each([
    ['366 days', '2027-12-31', '2028-12-30'],
    ['a leap day', '2028-02-29', '2028-02-29'],
    ['the first days there are', '0001-01-01', '0001-01-02'],
    ['the last', '9998-12-30', '9998-12-31'],
  ])('takes %s', async (_, start, end) => {
    for (const path of [base, `${base}/recent`])
      for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns'])
        expect(
          (await call('GET', `${path}?start_date=${start}&end_date=${end}&timezone=${zone}`, { key })).status,
        ).toBe(200)
  })

  it.each(['0001-01-01', '9998-12-31'])('tells the hours of %s as it says', async (day) => {
    const query = `end_date=${day}&start_date=${day}&interval=hour`
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      const { body } = await call('GET', `${base}?${query}&timezone=${zone}`, { key })
      expect(UsageReply.safeParse(body).error).toBeUndefined()
    }
  })

  it("answers another customer's key and a missing one alike: 400", async () => {
    for (const path of [base, `${base}/recent`]) {
      const foreign = await call('GET', `${path}?api_key_id=${stranger.id}`, { key })
      const missing = await call('GET', `${path}?api_key_id=${newId('key')}`, { key })
      expect(foreign.status).toBe(400)
      expect(withoutId(foreign.body)).toBe(withoutId(missing.body))
    }
  })

  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['status', 'status=open'],
    ['modality', 'modality=audio'],
    ['model', 'model=no/such'],
    ['start_date', 'start_date=2026-02-30'],
    ['end_date', 'start_date=2026-03-02&end_date=2026-03-01'],
    ['timezone', 'timezone=Nowhere'],
    ['timezone', 'timezone=PST'],
  ])('names %s in recent requests asked for with %s: 400', async (param, query) => {
    expect(await call('GET', `${base}/recent?${query}`, { key })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_parameter', param } },
    })
  })

  it.each(['%%%', 'bm9uc2Vuc2U', '123.req_0'])('does not know the cursor %s: 400', async (cursor) => {
    expect(await call('GET', `${base}/recent?cursor=${encodeURIComponent(cursor)}`, { key })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_cursor', param: 'cursor' } },
    })
  })

  it.each([base, `${base}/recent`, `${base}/recent/req_1`, `${base}-quota`])(
    'needs a key that works and may read at %s: 401, 403',
    async (path) => {
      expect(await call('GET', path)).toMatchObject({
        status: 401,
        body: { error: { type: 'authentication_error', code: 'invalid_api_key' } },
      })
      const { key: inference } = await makeKey('inference', { scopes: ['inference'] })
      expect(await call('GET', path, { key: inference })).toMatchObject({
        status: 403,
        body: { error: { type: 'permission_error', code: 'insufficient_scope' } },
      })
    },
  )
})
