import { describe, expect, test } from 'vitest'
import type { SdkName } from '@/lib/upstream/contract/adapter'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createAiSdkModelList, createAiSdkProbe } from './model-list'

const upstream = await openUpstream()

const settings = (sdk: SdkName) => ({ sdk, baseUrl: upstream.baseUrl, apiKey: API_KEY })
const { signal } = new AbortController()
const list = (sdk: SdkName) => createAiSdkModelList(settings(sdk))?.(signal)

describe('the list of models', () => {
  test('of Anthropic', async () => {
    upstream.answer(
      answerWith.json(200, { data: [{ type: 'model', id: 'claude-opus-5-5' }], has_more: false }),
    )
    expect(await list('anthropic')).toEqual([{ id: 'claude-opus-5-5', contextLength: null }])
    expect(upstream.requests.at(-1)).toMatchObject({
      method: 'GET',
      path: '/v1/models?limit=1000',
      headers: { 'x-api-key': API_KEY },
    })
  })

  test('of Google', async () => {
    const model = { name: 'models/gemini-3.8-flash', inputTokenLimit: 1_048_576 }
    upstream.answer(answerWith.json(200, { models: [model] }))
    expect(await list('google')).toEqual([{ id: 'gemini-3.8-flash', contextLength: 1_048_576 }])
  })

  test('of Replicate is none, but its key is tried; fal cannot be asked', async () => {
    upstream.answer(answerWith.json(200, { type: 'organization', username: 'acme' }))
    expect(await list('replicate')).toBeNull()
    expect(upstream.requests.at(-1)).toMatchObject({ path: '/v1/account' })
    expect(createAiSdkModelList(settings('fal'))).toBeNull()
  })

  test('that is nonsense, or refused, is a failure', async () => {
    upstream.answer(answerWith.json(200, { data: 'none' }))
    await expect(list('anthropic')).rejects.toMatchObject({ fault: 'failed' })
    upstream.answer(answerWith.json(401, {}))
    await expect(list('anthropic')).rejects.toMatchObject({ fault: 'failed', status: 401 })
  })
})

describe('the probe', () => {
  test('treats a rate limit as an answer, and a refused key as none', async () => {
    const probe = createAiSdkProbe(settings('anthropic'))
    upstream.answer(answerWith.json(429, {}))
    await expect(probe?.(signal)).resolves.toBeUndefined()
    upstream.answer(answerWith.json(401, {}))
    await expect(probe?.(signal)).rejects.toMatchObject({ fault: 'failed' })
    expect(createAiSdkProbe(settings('fal'))).toBeNull()
  })
})
