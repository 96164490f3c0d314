import { expect } from 'vitest'
import { describePreferences } from '../chat/completions/preferences-testing'
import * as route from './route'

await describePreferences({
  path: '/v1/responses',
  route,
  request: { input: 'Hello' },
  checkRefusal: (body, _status, param) =>
    expect(body).toMatchObject({ error: { type: 'invalid_request_error', param } }),
})
