import { describe, expect, test } from 'vitest'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { vendorChatAt } from '../testing/chat-at'

const upstream = await openUpstream()

const at = (sdk: 'anthropic' | 'google') => vendorChatAt(upstream, sdk)

describe('what the vendors do not take', () => {
  test.each([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['logit_bias', { logit_bias: { 1: 1 } }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['messages', { messages: [{ role: 'function', name: 'f', content: null }] }],
    [
      'messages',
      {
        messages: [
          { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AA==', format: 'mp3' } }] },
        ],
      },
    ],
  ])('%s is said so', async (param, fields) => {
    await expect(at('anthropic').complete(fields)).rejects.toMatchObject({ fault: 'unsupported', param })
  })

  test.each([
    [{ role: 'tool', tool_call_id: 'call_9', content: 'x' }],
    [
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{' } }],
      },
    ],
    [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'ftp://x.example/a.png' } }] }],
  ])('%o is refused', async (message) => {
    await expect(at('google').complete({ messages: [message] })).rejects.toMatchObject({
      fault: 'rejected',
      param: 'messages',
    })
  })
})
