import { expect } from 'vitest'
import { MessagesError } from '@/lib/gateway/chat/formats/messages/schema'
import { describePreferences } from '../chat/completions/preferences-testing'
import * as route from './route'

await describePreferences({
  path: '/v1/messages',
  route,
  request: { max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] },
  checkRefusal(body, status, param) {
    const { error } = MessagesError.parse(body)
    expect(error.type).toBe(status === 404 ? 'not_found_error' : 'invalid_request_error')
    expect(error.message).toContain(param)
  },
})
