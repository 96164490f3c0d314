import { expect, it } from 'vitest'
import { signRequest } from './sign-request'

/** Computed with Volcengine's own Python SDK. */
it.each([
  ['ListAssets', '{}', '5736fa60bb5fdd9b1438bcf7593eb7aff0aafb1c4d7d8933d478fb96c5c3ce6c'],
  [
    'ListAssetGroups',
    '{"Filter":{"GroupType":"AIGC"},"PageNumber":1,"PageSize":10}',
    'b126777fe590810db4fb1acacc39b43fb82f4dc790438fb8104aff2b12d54d99',
  ],
])("signs %s as the vendor's own SDK does", (action, body, signature) => {
  const headers = signRequest({
    method: 'POST',
    host: 'ark.cn-beijing.volcengineapi.com',
    query: { Version: '2024-01-01', Action: action },
    body,
    region: 'cn-beijing',
    accessKey: 'AKLTEXAMPLE',
    secretKey: 'SECRETEXAMPLE',
    now: new Date('2026-01-02T03:04:05Z'),
  })
  expect(headers).toMatchObject({ 'x-date': '20260102T030405Z', 'content-type': 'application/json' })
  expect(headers.authorization).toBe(
    `HMAC-SHA256 Credential=AKLTEXAMPLE/20260102/cn-beijing/ark/request, SignedHeaders=content-type;host;x-content-sha256;x-date, Signature=${signature}`,
  )
})
