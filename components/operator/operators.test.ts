import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AuditChanges } from '@/components/operator/audit-changes'
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

/** The cells of each row, as they are read. */
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

test('of a change the fields that changed are shown, in words', () => {
  const valid = { before: '2026-05-01T10:00:00.000Z', after: '2026-06-01T10:00:00.000Z' }
  const price = (version: number, prompt: string, valid_from: string) => ({
    provider_id: 'openai',
    version,
    valid_from,
    pricing: { prompt, completion: '0.000002' },
  })
  expect(rowsOf(price(1, '0.000001', valid.before), price(2, '0.0000005', valid.after))).toEqual([
    ['Version', '1', '2'],
    ['In force from', formatDateTime(valid.before), formatDateTime(valid.after)],
    ['Input', '$1.00 per million tokens', '$0.50 per million tokens'],
  ])
  expect(rowsOf({ enabled: true }, { enabled: false })).toEqual([['State', 'On', 'Off']])
})

test('lists stand line by line, with names for ids', () => {
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

test('of what was added all is shown, and of what was removed', () => {
  const added = { amount: '-2.5', suspended_at: null }
  expect(rowsOf(null, added)).toEqual([
    ['Amount', '−$2.50'],
    ['Suspended since', 'None'],
  ])
  expect(rowsOf({ model: 'openai/gpt-4.1' }, null)).toEqual([['Model', 'GPT-4.1']])
})

test('settings go by their labels, and what is not set is said to be the environment’s', () => {
  const links = [
    { label: 'Terms', url: 'https://example.com/terms' },
    { url: 'https://status.example', label: 'Status' },
  ]
  const before = { RATE_LIMIT_CHAT: null, FOOTER_LINKS: [], TRIAL_CREDIT_USD: '3' }
  expect(rowsOf(before, { RATE_LIMIT_CHAT: 5, FOOTER_LINKS: links, TRIAL_CREDIT_USD: null })).toEqual([
    ['Rate limits: Chat and text', 'The environment’s', '5'],
    [
      'Installation: Footer links',
      'None',
      'Terms: https://example.com/terms\nStatus: https://status.example',
    ],
    ['Accounts: Trial credit', '$3.00', 'The environment’s'],
  ])
  const at = '2026-05-01T10:00:00.000Z'
  expect(rowsOf({ SMTP_URL: null }, { SMTP_URL: `(secret, set ${at})` })).toEqual([
    ['SMTP URL', 'The environment’s', `Secret, set ${formatDateTime(at)}`],
  ])
})
