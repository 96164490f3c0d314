import { expect } from 'vitest'
import { describeWishes } from '../chat/completions/wishes-testing'
import * as route from './route'

await describeWishes({
  path: '/v1/responses',
  route,
  request: { input: 'Hello' },
  checkRefusal: (body, _status, param) =>
    expect(body).toMatchObject({ error: { type: 'invalid_request_error', param } }),
})
