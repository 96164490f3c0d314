import { expect, test } from 'vitest'
import type { ApiKeyRecord } from '@/lib/account/api-keys/schema'
import { describeKeyState, selectKeys } from './select-keys'

const NOW = Date.parse('2026-11-29T12:00:00Z')

function keyOf(id: string, given: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id,
    object: 'api_key',
    name: id,
    key_prefix: `sk-portico-${id.slice(0, 2)}`,
    last4: `${id.slice(-2)}zz`,
    status: 'active',
    owner: 'organization',
    project_id: null,
    scopes: ['inference'],
    default_models: { chat: null, image: null, video: null },
    routing: {
      order: [],
      allow_fallbacks: true,
      sort: null,
      models: [],
      zdr: false,
      data_collection: 'allow',
    },
    allowed_models: null,
    limit_usd: null,
    limit_reset: null,
    limit_remaining_usd: null,
    limit_resets_at: null,
    usage_usd: '0',
    rate_limit_rpm: null,
    tags: {},
    rate_limit_tpm: null,
    max_concurrency: null,
    networks: null,
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
    last_used_at: null,
    expires_at: null,
    contents_until: null,
    previous_secret_expires_at: null,
    revoked_at: null,
    ...given,
  }
}

const keys = [
  keyOf('aa1', { name: 'Worker 10', usage_usd: '0.000000002', last_used_at: '2026-11-28T00:00:00.000Z' }),
  keyOf('bb2', { name: 'worker 9', usage_usd: '12000000.5', status: 'disabled' }),
  keyOf('cc3', { name: 'Über', usage_usd: '0.000000001', expires_at: '2026-11-29T12:00:00.000Z' }),
  keyOf('dd4', { last_used_at: '2026-11-29T00:00:00.000Z', limit_usd: '1', limit_remaining_usd: '0' }),
]

const select = (given: Partial<Parameters<typeof selectKeys>[1]>) =>
  selectKeys(keys, { text: '', status: 'all', order: 'newest', ...given }, NOW).map(({ id }) => id)

test.each([
  ['', ['aa1', 'bb2', 'cc3', 'dd4']],
  [' WORKER ', ['aa1', 'bb2']],
  ['über', ['cc3']],
  ['b2', ['bb2']],
  ['c3zz', ['cc3']],
  ['sk-portico-dd-and-the-rest-of-it-d4zz', ['dd4']],
  ['sk-portico-dd-and-the-rest-of-it-c3zz', []],
  ['nobody', []],
])('the text “%s” finds %j', (text, ids) => {
  expect(select({ text })).toEqual(ids)
})

test.each([
  ['Active', ['aa1']],
  ['Disabled', ['bb2']],
  ['Expired', ['cc3']],
  ['Limit reached', ['dd4']],
] as const)('keys that are %s', (status, ids) => {
  expect(select({ status })).toEqual(ids)
})

test.each([
  ['newest', ['aa1', 'bb2', 'cc3', 'dd4']],
  ['name', ['dd4', 'cc3', 'bb2', 'aa1']],
  ['used', ['dd4', 'aa1', 'bb2', 'cc3']],
  ['spent', ['bb2', 'aa1', 'cc3', 'dd4']],
] as const)('keys in the order “%s”', (order, ids) => {
  expect(select({ order })).toEqual(ids)
})

test('a key works until the moment that it expires', () => {
  const key = keyOf('ee5', { expires_at: new Date(NOW + 1).toISOString() })
  expect(describeKeyState(key, NOW).label).toBe('Active')
  expect(describeKeyState(key, NOW + 1).label).toBe('Expired')
})
