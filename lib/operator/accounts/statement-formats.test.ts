import { describe, expect, it } from 'vitest'
import { faultOf } from '@/lib/gateway/routing/testing'
import {
  readStatementPage,
  readVendorBalance,
  utcDayOf,
  vendorAccountOf,
  vendorAccounts,
} from '@/lib/upstream/vendor-accounts'
import { readStatementCsv } from './read-csv'

const vendor = (id: string) => {
  const found = vendorAccounts.find((one) => one.id === id)
  if (found === undefined) throw new Error('there is no such vendor')
  return found
}
const balanceOf = (id: string, answer: unknown) => {
  const { balance } = vendor(id)
  return balance && readVendorBalance(answer, balance)
}
const pageOf = (id: string, answer: unknown) => {
  const { statement } = vendor(id)
  return statement && readStatementPage(answer, statement)
}

describe('balances', () => {
  // https://api-docs.deepseek.com/api/get-user-balance
  it('of DeepSeek', () => {
    const cny = {
      currency: 'CNY',
      total_balance: '110.00',
      granted_balance: '10.00',
      topped_up_balance: '100.00',
    }
    expect(balanceOf('deepseek', { is_available: true, balance_infos: [cny] })).toEqual({
      nanos: 110_000_000_000n,
      currency: 'CNY',
    })
    const usd = { ...cny, currency: 'USD', total_balance: '0.35' }
    expect(balanceOf('deepseek', { balance_infos: [cny, usd] })).toEqual({
      nanos: 350_000_000n,
      currency: 'USD',
    })
  })

  it.each([
    // https://openrouter.ai/docs/api/api-reference/credits/get-credits
    ['openrouter', { data: { total_credits: 100.5, total_usage: 25.75 } }, 74_750_000_000n, 'USD'],
    // https://platform.moonshot.ai/docs/api/balance
    [
      'moonshotai',
      {
        code: 0,
        data: { available_balance: 49.58894, voucher_balance: 46.58893, cash_balance: 3.00001 },
        scode: '0x0',
        status: true,
      },
      49_588_940_000n,
      'USD',
    ],
    // https://docs.siliconflow.cn/en/api-reference/userinfo/get-user-info
    [
      'siliconflow-cn',
      {
        code: 20000,
        message: 'OK',
        status: true,
        data: {
          id: 'userid',
          balance: '0.88',
          status: 'normal',
          chargeBalance: '88.00',
          totalBalance: '88.88',
        },
      },
      88_880_000_000n,
      'CNY',
    ],
  ])('of %s', (id, answer, nanos, currency) => {
    expect(balanceOf(id, answer)).toEqual({ nanos, currency })
  })

  it('may be below zero, and are unknown where the answer has none', () => {
    expect(balanceOf('moonshotai', { data: { available_balance: -1.5 } })?.nanos).toBe(-1_500_000_000n)
    for (const answer of [null, [], {}, { data: null }, { data: { available_balance: '' } }])
      expect(balanceOf('moonshotai', answer)).toBeUndefined()
  })
})

describe('vendors', () => {
  it('are found by the host of a custom provider, else by the built-in ID', () => {
    const of = (id: string, baseUrl: string | null) => vendorAccountOf({ id, baseUrl })?.id
    expect(of('mine', 'https://api.siliconflow.cn/v1')).toBe('siliconflow-cn')
    expect(of('moonshotai', 'https://api.moonshot.cn/v1')).toBe('moonshotai-cn')
    expect(of('deepseek', 'http://127.0.0.1:9001/v1')).toBe('deepseek')
    expect(of('mine', 'https://api.example.com')).toBeUndefined()
    expect(of('sandbox', null)).toBeUndefined()
  })
})

describe('statements from APIs', () => {
  // https://platform.openai.com/docs/api-reference/usage/costs, with line items as `group_by=line_item` returns them
  it('of OpenAI', () => {
    const result = (line_item: string | null, value: number) => ({
      object: 'organization.costs.result',
      amount: { value, currency: 'usd' },
      line_item,
      project_id: null,
    })
    const page = {
      object: 'page',
      data: [
        {
          object: 'bucket',
          start_time: 1_730_419_200,
          end_time: 1_730_505_600,
          results: [result('gpt-4o-2024-08-06, Input', 0.06), result(null, 1.5)],
        },
        { object: 'bucket', start_time: 1_730_505_600, end_time: 1_730_592_000, results: [] },
      ],
      has_more: true,
      next_page: 'page_2',
    }
    expect(pageOf('openai', page)).toEqual({
      lines: [
        { date: '2024-11-01', model: 'gpt-4o-2024-08-06, Input', nanos: 60_000_000n },
        { date: '2024-11-01', model: '', nanos: 1_500_000_000n },
      ],
      next: 'page_2',
    })
  })

  // https://platform.claude.com/docs/en/api/admin/cost_report: amounts in cents
  it('of Anthropic', () => {
    const cost = { currency: 'USD', workspace_id: null, service_tier: 'standard', context_window: '0-200k' }
    const page = {
      data: [
        {
          starting_at: '2025-08-01T00:00:00Z',
          ending_at: '2025-08-02T00:00:00Z',
          results: [
            {
              ...cost,
              amount: '123.78912',
              cost_type: 'tokens',
              description: 'Claude Sonnet 4 Usage - Input Tokens',
              model: 'claude-sonnet-4-20250514',
              token_type: 'uncached_input_tokens',
            },
            { ...cost, amount: '5', cost_type: 'web_search', description: 'Web Search Usage', model: null },
          ],
        },
      ],
      has_more: false,
      next_page: null,
    }
    expect(pageOf('anthropic', page)).toEqual({
      lines: [
        { date: '2025-08-01', model: 'claude-sonnet-4-20250514', nanos: 1_237_891_200n },
        { date: '2025-08-01', model: 'Web Search Usage', nanos: 50_000_000n },
      ],
      next: undefined,
    })
  })

  // https://openrouter.ai/docs/api/api-reference/analytics/get-user-activity
  it('of OpenRouter', () => {
    const item = {
      date: '2025-08-24',
      model: 'openai/gpt-4.1',
      model_permaslug: 'openai/gpt-4.1-2025-04-14',
      provider_name: 'OpenAI',
      usage: 0.015,
      byok_usage_inference: 0.012,
      requests: 5,
    }
    expect(pageOf('openrouter', { data: [item] })).toEqual({
      lines: [{ date: '2025-08-24', model: 'openai/gpt-4.1', nanos: 15_000_000n }],
      next: undefined,
    })
  })

  it('with a line that cannot be read are refused whole: a sum without it would be wrong', () => {
    expect(() => pageOf('openrouter', { data: [{ date: '2025-08-24', model: 'm' }] })).toThrow('amount')
    expect(() => pageOf('openrouter', { data: [{ model: 'm', usage: 1 }] })).toThrow('day')
  })
})

describe('statements from files', () => {
  it.each([
    [
      'Anthropic’s console',
      'usage_date_utc,model,workspace,api_key,usage_type,context_window,token_type,cost_usd,list_price_usd,cost_type\n' +
        '2026-03-15,Claude Opus 4.6,Default,OB-1,message,≤ 200k,input_no_cache,1.50,1.50,token\n',
      { date: '2026-03-15', model: 'Claude Opus 4.6', nanos: 1_500_000_000n },
    ],
    [
      'OpenRouter’s activity by day',
      'Date,Slug,Usage,BYOK Usage,Requests\r\n"2026-05-12 00:00:00","anthropic/claude-opus-4.7","430.07","0","4115"\r\n',
      { date: '2026-05-12', model: 'anthropic/claude-opus-4.7', nanos: 430_070_000_000n },
    ],
    [
      'OpenRouter’s activity by request',
      'generation_id,created_at,model_permaslug,provider_name,cost_total\n' +
        'gen-a,2026-04-13T10:00:00Z,openai/gpt-4o-mini,OpenAI,0.12\n',
      { date: '2026-04-13', model: 'openai/gpt-4o-mini', nanos: 120_000_000n },
    ],
    [
      'a spreadsheet',
      '\uFEFFDay,Model,Cost\n2026-01-02,"a ""b"", c","$1,234.50"\n\n',
      { date: '2026-01-02', model: 'a "b", c', nanos: 1_234_500_000_000n },
    ],
    [
      'a spreadsheet where the comma is the decimal sign',
      '\uFEFFDate;Model;Cost\r\n2026-01-02;"a;b";1.234,567\r\n',
      { date: '2026-01-02', model: 'a;b', nanos: 1_234_567_000_000n },
    ],
    [
      'a copied table',
      'Date\tModel\tCost\n2026-01-02\tm, n\t0.5\n',
      { date: '2026-01-02', model: 'm, n', nanos: 500_000_000n },
    ],
  ])('of %s', (_name, csv, line) => expect([...readStatementCsv(csv)]).toEqual([line]))

  // actualbudget/actual#1769, SheetJS/sheetjs#2239
  it.each([
    [',', '12,34', 12.34],
    [',', '0,125', 0.125],
    [',', '1,234', 1234],
    [',', '-1,234,567.5', -1_234_567.5],
    [',', '1e-05', 0.00001],
    [';', '1,234', 1.234],
    [';', '1.234,5', 1234.5],
    [';', '1,234,567', 1_234_567],
    [';', '12.34', 12.34],
    [';', '$ 1\u202f234,5', 1234.5],
  ])('between %j, the amount %j is %d', (separator, text, dollars) => {
    const rows = [
      ['day', 'model', 'cost'],
      ['2026-01-02', 'm', `"${text}"`],
    ]
    const csv = rows.map((row) => row.join(separator)).join('\n')
    expect([...readStatementCsv(csv)]).toMatchObject([{ nanos: BigInt(Math.round(dollars * 1e9)) }])
  })

  it.each([
    ['model,cost\nm,1', 'column for the day'],
    ['date,cost\n2026-01-01,1', 'column for the model'],
    ['date,model,cost\nyesterday,m,1', 'Row 2'],
    ['date,model,cost\n2026-01-01,m,1\n2026-01-01,m,', 'Row 3'],
    ['date,model,cost,currency\n2026-01-01,m,1,CNY', 'US dollars'],
    ['date,model,cost\n2026-01-01,"m,1', 'quotation mark'],
    ['date,model,cost\n2026-01-01,m,"1,2,3"', 'Row 2'],
  ])('that are not statements name the place: %j', (csv, place) => {
    const fault = faultOf(() => [...readStatementCsv(csv)])
    expect(fault).toMatchObject({ code: 'invalid_parameter', param: 'csv' })
    expect(fault.message).toContain(place)
  })
})

describe('days', () => {
  it.each([
    ['2026-01-02', '2026-01-02'],
    ['2026-01-02 23:59:59', '2026-01-02'],
    ['2026-01-02T23:30:00-05:00', '2026-01-03'],
    ['2026-01-02T00:30:00+08:00', '2026-01-01'],
    [1_767_312_000, '2026-01-02'],
    ['1767312000', '2026-01-02'],
    ['2026-13-02', undefined],
    ['', undefined],
    [null, undefined],
  ])('of %j', (value, day) => expect(utcDayOf(value)).toBe(day))
})
