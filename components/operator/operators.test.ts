import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AuditChanges } from '@/components/operator/audit-log'
import { formatDateTime } from '@/lib/client/format/time'
import type { AuditEntry } from '@/lib/operator/admin/schema'

const names = {
  openai: 'OpenAI',
  sandbox: 'Sandbox',
  'openai/gpt-4.1': 'GPT-4.1',
  RATE_LIMIT_CHAT: 'Rate limits: Chat and text',
  FOOTER_LINKS: 'Installation: Footer links',
  TRIAL_CREDIT_USD: 'Accounts: Trial credit',
}

/** The text of the cells of each row. */
function rowsOf(before: AuditEntry['before'], after: AuditEntry['after']) {
  const entry: AuditEntry = {
    id: 'aud_1',
    at: '2026-05-01T00:00:00Z',
    user: { id: 'usr_1', email: 'ann@example.com' },
    action: 'route.add_price',
    subject: { type: 'route', id: 'route_1', name: 'GPT-4.1 at OpenAI' },
    before,
    after,
    names,
    reason: null,
  }
  const html = renderToStaticMarkup(createElement(AuditChanges, { entry }))
  const rows = html.split('<tr').slice(2)
  return rows.map((row) => [...row.matchAll(/<td[^>]*>([^<]*)/g)].map(([, text]) => text))
}

test('a change lists the fields that changed, with readable values', () => {
  const valid = { before: '2026-05-01T10:00:00.000Z', after: '2026-06-01T10:00:00.000Z' }
  const price = (version: number, prompt: string, valid_from: string) => ({
    provider_id: 'openai',
    version,
    valid_from,
    pricing: { prompt, completion: '0.000002' },
  })
  expect(rowsOf(price(1, '0.000001', valid.before), price(2, '0.0000005', valid.after))).toEqual([
    ['Version', '1', '2'],
    ['Effective from', formatDateTime(valid.before), formatDateTime(valid.after)],
    ['Input', '$1.00 per million tokens', '$0.50 per million tokens'],
  ])
  expect(rowsOf({ enabled: true }, { enabled: false })).toEqual([['Status', 'Enabled', 'Disabled']])
})

test('a list takes one line per item, with names instead of ids', () => {
  const route = (provider_id: string, priority: number) => ({ provider_id, priority, weight: 1 })
  const [before, after] = [[route('openai', 0), route('sandbox', 1)], [route('sandbox', 0)]]
  expect(rowsOf({ routes: before }, { routes: after })).toEqual([
    [
      'Routes',
      'OpenAI, priority 0, weight 1\nSandbox, priority 1, weight 1',
      'Sandbox, priority 0, weight 1',
    ],
  ])
})

test('all fields of an added or removed subject are shown', () => {
  const added = { amount: '-2.5', suspended_at: null }
  expect(rowsOf(null, added)).toEqual([
    ['Amount', '−$2.50'],
    ['Suspended since', 'None'],
  ])
  expect(rowsOf({ model: 'openai/gpt-4.1' }, null)).toEqual([['Model', 'GPT-4.1']])
})

test('settings are shown by their labels, and an unset one comes from the environment', () => {
  const links = [
    { label: 'Terms', url: 'https://example.com/terms' },
    { url: 'https://status.example', label: 'Status' },
  ]
  const before = { RATE_LIMIT_CHAT: null, FOOTER_LINKS: [], TRIAL_CREDIT_USD: '3' }
  expect(rowsOf(before, { RATE_LIMIT_CHAT: 5, FOOTER_LINKS: links, TRIAL_CREDIT_USD: null })).toEqual([
    ['Rate limits: Chat and text', 'From the environment', '5'],
    [
      'Installation: Footer links',
      'None',
      'Terms: https://example.com/terms\nStatus: https://status.example',
    ],
    ['Accounts: Trial credit', '$3.00', 'From the environment'],
  ])
  const at = '2026-05-01T10:00:00.000Z'
  expect(rowsOf({ SMTP_URL: null }, { SMTP_URL: `(secret, set ${at})` })).toEqual([
    ['SMTP URL', 'From the environment', `Secret, set ${formatDateTime(at)}`],
  ])
})
