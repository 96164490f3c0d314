import { describe, expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { anthropicMessage } from '../testing/chat-answers'
import { vendorChatAt } from '../testing/chat-at'

const upstream = await openUpstream()

const at = (sdk: 'anthropic' | 'google') => vendorChatAt(upstream, sdk)

describe('what the vendors do not take', () => {
  test.each([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['logit_bias', { logit_bias: { 1: 1 } }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['service_tier', { service_tier: 'flex' }],
    ['web_search_options', { web_search_options: { user_location: { type: 'approximate' } } }],
    ['unheard_of', { unheard_of: 1 }],
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

  test('tools of Anthropic’s own are for nobody else', async () => {
    const tools = [{ type: 'bash_20250124', name: 'bash' }]
    await expect(at('google').complete({ tools })).rejects.toMatchObject({
      fault: 'unsupported',
      param: 'tools',
    })
  })

  test('mere hints are left out, and what asks for nothing', async () => {
    upstream.answer(answerWith.json(200, anthropicMessage))
    const hints = {
      metadata: {},
      verbosity: 'low',
      store: false,
      prompt_cache_key: 'k',
      safety_identifier: 's',
    }
    const nothing = { service_tier: 'auto', modalities: ['text'], unheard_of: null, web_search_options: null }
    await at('anthropic').complete({ ...hints, ...nothing })
    const names = Object.keys({ ...hints, ...nothing })
    expect(Object.keys(at('anthropic').sent()).filter((name) => names.includes(name))).toEqual([])
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
