import { expect, test } from 'vitest'
import { readView, writeView } from './usage-view'

test('an empty address is the last 30 days by model', () => {
  expect(readView(new URLSearchParams())).toEqual({
    range: '30d',
    from: null,
    to: null,
    zone: null,
    metric: 'cost',
    group: 'model',
    model: null,
    key: null,
    status: null,
    modality: null,
    request: null,
  })
})

test.each([
  '',
  'range=7d&metric=tokens&group=none',
  'range=custom&from=2026-11-01&to=2026-11-05&zone=Asia%2FTokyo',
  'model=sandbox%2Fchat&key=key_1&status=failed&modality=chat&request=req_1',
])('%s comes back as it was', (search) => {
  expect(writeView(readView(new URLSearchParams(search)))).toBe(search)
})

test('what means nothing counts as not said', () => {
  const search = 'range=year&from=yesterday&zone=Mars%2FBase&metric=joy&status=lost&modality=smell&model='
  expect(writeView(readView(new URLSearchParams(search)))).toBe('')
})
