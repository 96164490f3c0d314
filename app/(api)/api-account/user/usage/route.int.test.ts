import { afterAll, describe, expect, it, vi } from 'vitest'
import { updateKey } from '@/lib/account/api-keys/keys'
import { UsageReply } from '@/lib/money/usage/schema'
import { bookUsage } from '@/lib/money/usage/testing'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { base, newCustomer, openDoors } from './testing'

const { door, call, close } = await openDoors()
afterAll(close)

const noTotals = {
  requests: 0,
  successful_requests: 0,
  failed_requests: 0,
  prompt_tokens: 0,
  cached_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  images: 0,
  video_seconds: 0,
  characters: 0,
  audio_seconds: 0,
  cost: '0.000000',
  cost_str: '$0.00',
  average_latency_ms: null,
}

/** Three requests on two days: one with a key, two from the console, of which one failed. */
async function customerWithUse() {
  const customer = await newCustomer()
  const reader = await customer.makeKey('=cmd, "reader"')
  const caller = { ...customer.owner, apiKey: reader.caller.apiKey }
  await bookUsage(caller, new Date('2026-03-28T23:30:00Z'), { promptTokens: 300, cachedTokens: 100 })
  await bookUsage(customer.owner, new Date('2026-03-30T12:00:00Z'), { modelId: 'sandbox/chat-pro' })
  await bookUsage(customer.owner, new Date('2026-03-30T12:01:00Z'), {
    status: 'failed',
    errorCode: 'upstream_error',
    promptTokens: 0,
    completionTokens: 0,
  })
  return { ...customer, reader }
}

const march = `${base}?start_date=2026-03-28&end_date=2026-03-30&timezone=Europe/Berlin`

/** The totals of the requests of `customerWithUse`: one by the key, those at the console, and all. */
const first = {
  ...noTotals,
  requests: 1,
  successful_requests: 1,
  prompt_tokens: 300,
  cached_tokens: 100,
  completion_tokens: 4,
  total_tokens: 304,
  cost: '0.000308',
  cost_str: '$0.000308',
  average_latency_ms: expect.any(Number),
}
const pro = {
  ...noTotals,
  requests: 1,
  successful_requests: 1,
  prompt_tokens: 10,
  completion_tokens: 4,
  total_tokens: 14,
  cost: '0.000018',
  cost_str: '$0.000018',
  average_latency_ms: expect.any(Number),
}
const atConsole = { ...pro, requests: 2, failed_requests: 1 }
const whole = { ...first, requests: 3, successful_requests: 2, failed_requests: 1 }

describe('Usage', () => {
  it('is summed in total, by day, by model and by key: 200', async () => {
    const { reader } = await customerWithUse()
    const { status, body } = await call('GET', march, { key: reader.key })
    expect(status).toBe(200)
    expect(UsageReply.parse(body)).toEqual({
      start_date: '2026-03-28',
      end_date: '2026-03-30',
      timezone: 'Europe/Berlin',
      currency: 'USD',
      summary: {
        ...whole,
        prompt_tokens: 310,
        completion_tokens: 8,
        total_tokens: 318,
        cost: '0.000326',
        cost_str: '$0.000326',
      },
      daily: [
        { date: '2026-03-28', ...noTotals },
        { date: '2026-03-29', ...first }, // half past midnight in Berlin
        { date: '2026-03-30', ...atConsole },
      ],
      models: [
        {
          model_id: 'sandbox/chat',
          model_name: 'Sandbox Chat',
          modality: 'chat',
          ...first,
          requests: 2,
          failed_requests: 1,
          share: 308 / 326,
        },
        {
          model_id: 'sandbox/chat-pro',
          model_name: 'Sandbox Chat Pro',
          modality: 'chat',
          ...pro,
          share: 18 / 326,
        },
      ],
      api_keys: [
        {
          api_key_id: reader.id,
          api_key_name: '=cmd, "reader"',
          api_key_last4: reader.key.slice(-4),
          ...first,
          share: 308 / 326,
        },
        { api_key_id: null, api_key_name: null, api_key_last4: null, ...atConsole, share: 18 / 326 },
      ],
    })
  })

  it('is 30 days up to today in the zone when no dates are given', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(new Date('2026-11-21T22:30:00Z'))
    const { makeKey, owner } = await newCustomer()
    const { key } = await makeKey('reader')
    await bookUsage(owner, new Date('2026-11-21T22:15:00Z'))
    const answer = await call('GET', `${base}?timezone=Asia/Kolkata`, { key })
    const { daily, start_date, end_date } = UsageReply.parse(answer.body)
    expect([start_date, end_date]).toEqual(['2026-10-24', '2026-11-22'])
    expect(daily).toHaveLength(30)
    expect(daily.filter((day) => day.requests > 0).map((day) => day.date)).toEqual(['2026-11-22'])
    const until = UsageReply.parse((await call('GET', `${base}?end_date=2026-02-28`, { key })).body)
    expect([until.start_date, until.end_date, until.timezone]).toEqual(['2026-01-30', '2026-02-28', 'UTC'])
    const since = UsageReply.parse((await call('GET', `${base}?start_date=2026-11-20`, { key })).body)
    expect(since.daily.map((day) => day.date)).toEqual(['2026-11-20', '2026-11-21'])
  })

  it('is filtered by model or key, revoked and renamed ones too, or by the console', async () => {
    const { reader, owner, makeKey } = await customerWithUse()
    const { key } = await makeKey('other')
    await updateKey(owner, reader.id, { name: 'renamed' })
    const read = async (filter: string) =>
      UsageReply.parse((await call('GET', `${march}&${filter}`, { key })).body)
    const ofModel = await read('model=sandbox/chat')
    expect(ofModel.summary).toMatchObject({ requests: 2, cost: '0.000308' })
    expect(ofModel.models.map((model) => [model.model_id, model.share])).toEqual([['sandbox/chat', 1]])
    const ofKey = await read(`api_key_id=${reader.id}`)
    expect(ofKey.summary).toMatchObject({ requests: 1, cost: '0.000308' })
    expect(ofKey.api_keys).toMatchObject([{ api_key_id: reader.id, api_key_name: 'renamed' }])
    expect((await read('api_key_id=console')).summary).toMatchObject({ requests: 2, cost: '0.000018' })
    expect((await read('model=sandbox/video')).summary).toEqual(noTotals)
  })

  it('splits its days by model or by key when asked to', async () => {
    const { reader } = await customerWithUse()
    const read = async (groupBy: string) =>
      UsageReply.parse((await call('GET', `${march}&group_by=${groupBy}`, { key: reader.key })).body).daily
    expect((await read('model')).map((day) => day.groups)).toEqual([
      [],
      [{ id: 'sandbox/chat', requests: 1, total_tokens: 304, cost: '0.000308' }],
      [
        { id: 'sandbox/chat-pro', requests: 1, total_tokens: 14, cost: '0.000018' },
        { id: 'sandbox/chat', requests: 1, total_tokens: 0, cost: '0.000000' },
      ],
    ])
    expect((await read('api_key'))[2]?.groups).toEqual([
      { id: null, requests: 2, total_tokens: 14, cost: '0.000018' },
    ])
  })

  it('is that of the last hours, by the quarter or the hour', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(new Date('2026-03-30T12:20:00Z'))
    const { reader } = await customerWithUse()
    const read = async (query: string) =>
      UsageReply.parse((await call('GET', `${base}?${query}`, { key: reader.key })).body)
    const hour = await read('hours=1')
    expect(hour.hourly?.map(({ start, requests }) => [start.slice(11, 16), requests])).toEqual([
      ['11:15', 0],
      ['11:30', 0],
      ['11:45', 0],
      ['12:00', 2],
      ['12:15', 0],
    ])
    expect(hour.summary.requests).toBe(2)
    const two = await read('hours=40&timezone=Europe/Berlin')
    expect([two.start_date, two.end_date, two.hourly?.length]).toEqual(['2026-03-28', '2026-03-30', 41])
    expect(two.daily.map(({ requests }) => requests)).toEqual([0, 1, 2])
    const recent = await call('GET', `${base}/recent?hours=1`, { key: reader.key })
    expect(recent.body).toMatchObject({ items: [{}, {}] })
  })

  it('is downloaded as CSV whose names no spreadsheet runs', async () => {
    const { reader } = await customerWithUse()
    const response = await door('GET', `${march}&format=csv`, {
      headers: { authorization: `Bearer ${reader.key}` },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="usage-2026-03-28-to-2026-03-30.csv"',
    )
    const lines = [
      'date,model_id,model_name,modality,api_key_id,api_key_name,requests,successful_requests,failed_requests,prompt_tokens,cached_tokens,completion_tokens,total_tokens,images,video_seconds,characters,audio_seconds,cost,member_id,member_name,project_id,project_name',
      '2026-03-28,,,,,,0,0,0,0,0,0,0,0,0,0,0,0.000000,,,,',
      `2026-03-29,sandbox/chat,Sandbox Chat,chat,${reader.id},"'=cmd, ""reader""",1,1,0,300,100,4,304,0,0,0,0,0.000308,,,,`,
      '2026-03-30,sandbox/chat,Sandbox Chat,chat,,,1,0,1,0,0,0,0,0,0,0,0,0.000000,,,,',
      '2026-03-30,sandbox/chat-pro,Sandbox Chat Pro,chat,,,1,1,0,10,0,4,14,0,0,0,0,0.000018,,,,',
      '',
    ]
    expect((await response.text()).split('\r\n')).toEqual(lines)
  })
})

const { makeKey } = await newCustomer()
const { key } = await makeKey('reader')
const stranger = await (await newCustomer()).makeKey('stranger')

const withoutId = (body: unknown) => JSON.stringify(body).replace(/req_[0-9a-z]+/, '')

describe('What usage refuses', () => {
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
    ['hours', 'hours=49'],
    ['hours', 'hours=1&start_date=2026-03-01'],
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
})
