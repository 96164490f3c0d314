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

  test('of Bedrock has its models and the profiles of the account, each request signed', async () => {
    upstream.answer((res, req) =>
      answerWith.json(
        200,
        req.url?.startsWith('/foundation-models')
          ? { modelSummaries: [{ modelId: 'amazon.nova-pro-v1:0', modelName: 'Nova Pro' }] }
          : { inferenceProfileSummaries: [{ inferenceProfileId: 'us.amazon.nova-pro-v1:0' }] },
      )(res, req),
    )
    const sign = async ({ url }: { url: string }) =>
      new Headers({ authorization: `signed ${new URL(url).pathname}` })
    const of = createAiSdkModelList({ ...settings('bedrock'), baseUrl: upstream.origin, sign })
    expect((await of?.(signal))?.map(({ id }) => id)).toEqual([
      'amazon.nova-pro-v1:0',
      'us.amazon.nova-pro-v1:0',
    ])
    expect(upstream.requests.map(({ headers }) => headers.authorization)).toEqual([
      'signed /foundation-models',
      'signed /inference-profiles',
    ])
  })

  test('of Vertex are Google’s own, on the account of the project', async () => {
    const publisherModels = [{ name: 'publishers/google/models/gemini-3.8-flash' }]
    upstream.answer(answerWith.json(200, { publisherModels }))
    const baseUrl = `${upstream.origin}/v1/projects/acme-prod/locations/global`
    const of = createAiSdkModelList({ ...settings('vertex'), baseUrl })
    expect(await of?.(signal)).toEqual([{ id: 'gemini-3.8-flash', contextLength: null }])
    expect(upstream.requests.at(-1)).toMatchObject({
      path: '/v1beta1/publishers/google/models?pageSize=300',
      headers: { authorization: `Bearer ${API_KEY}`, 'x-goog-user-project': 'acme-prod' },
    })
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
