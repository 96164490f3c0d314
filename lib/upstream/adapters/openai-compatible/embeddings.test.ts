import { describe, expect, test } from 'vitest'
import type { EmbeddingCall } from '@/lib/upstream/contract/embedding-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleEmbeddings } from './embeddings'

const upstream = await openUpstream()

const vector = (index: number, embedding: unknown) => ({ object: 'embedding', index, embedding })
/** As OpenAI's reference shows it. */
const ANSWER = {
  object: 'list',
  data: [vector(1, [-0.0028842222, 0.5]), vector(0, [0.0023064255, -0.009327292])],
  model: 'text-embedding-3-small',
  usage: { prompt_tokens: 8, total_tokens: 8 },
}

function embed(more: Partial<EmbeddingCall> = {}) {
  const model = createOpenAiCompatibleEmbeddings({ baseUrl: upstream.baseUrl, apiKey: API_KEY })
  const signal = new AbortController().signal
  return model.embed({ model: 'small', input: ['a', 'b'], dimensions: null, user: null, signal, ...more })
}

describe('the request', () => {
  test('is posted with the key, and says nothing that was not asked', async () => {
    upstream.answer(answerWith.json(200, ANSWER))
    await embed()
    const [seen] = upstream.requests
    expect(seen?.path).toBe('/v1/embeddings')
    expect(seen?.headers.authorization).toBe(`Bearer ${API_KEY}`)
    expect(JSON.parse(seen?.body ?? '')).toEqual({ model: 'small', input: ['a', 'b'] })
  })

  test('carries tokens, dimensions and the user', async () => {
    upstream.answer(answerWith.json(200, ANSWER))
    await embed({ input: [[1, 2], [3]], dimensions: 2, user: 'u' })
    expect(JSON.parse(upstream.requests[0]?.body ?? '')).toEqual({
      model: 'small',
      input: [[1, 2], [3]],
      dimensions: 2,
      user: 'u',
    })
  })
})

describe('the answer', () => {
  test('is in the order of the inputs, with the tokens', async () => {
    upstream.answer(answerWith.json(200, ANSWER))
    expect(await embed()).toEqual({
      vectors: [
        [0.0023064255, -0.009327292],
        [-0.0028842222, 0.5],
      ],
      promptTokens: 8,
    })
  })

  test.each([
    ['absent', undefined],
    ['odd', { prompt_tokens: 'eight' }],
  ])('has no tokens where usage is %s', async (_case, usage) => {
    upstream.answer(answerWith.json(200, { ...ANSWER, usage }))
    expect((await embed()).promptTokens).toBeNull()
  })

  test.each([
    ['too few vectors', { ...ANSWER, data: [vector(0, [1])] }],
    ['an index that no input has', { ...ANSWER, data: [vector(0, [1]), vector(2, [1])] }],
    ['vectors of two lengths', { ...ANSWER, data: [vector(0, [1]), vector(1, [1, 2])] }],
    ['a vector without numbers', { ...ANSWER, data: [vector(0, []), vector(1, [1])] }],
    ['base64 that was not asked for', { ...ANSWER, data: [vector(0, 'AAA='), vector(1, 'AAA=')] }],
    ['an error under status 200', { error: { message: '"embedding" is down' } }],
  ])('with %s is a failure', async (_case, body) => {
    upstream.answer(answerWith.json(200, body))
    await expect(embed()).rejects.toMatchObject({ fault: 'failed' })
  })

  test.each([
    [400, 'rejected'],
    [404, 'rejected'],
    [401, 'failed'],
    [429, 'rate_limited'],
    [500, 'failed'],
  ])('%i is %s', async (status, fault) => {
    upstream.answer(answerWith.json(status, { error: { message: 'No.' } }))
    await expect(embed()).rejects.toMatchObject({ fault })
  })
})
