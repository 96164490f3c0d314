import { describe, expect, it, test } from 'vitest'
import type { SdkName } from '@/lib/upstream/contract/adapter'
import type { EmbeddingCall } from '@/lib/upstream/contract/embedding-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createAiSdkEmbeddings } from './embeddings'

const upstream = await openUpstream()
const sent = () => upstream.requests.map(({ body }) => JSON.parse(body))

function embed(sdk: SdkName, model: string, more: Partial<EmbeddingCall> = {}) {
  const baseUrl = sdk === 'vertex' ? `${upstream.origin}/v1/projects/acme/locations/global` : upstream.origin
  const call = { model, input: ['a', 'b'], dimensions: null, inputType: null, user: null }
  const { signal } = new AbortController()
  return createAiSdkEmbeddings({ sdk, baseUrl, apiKey: API_KEY }).embed({ ...call, signal, ...more })
}

describe('Bedrock', () => {
  const titan = 'amazon.titan-embed-text-v2:0'

  it('is asked for each text alone, and the vectors are in the order of the texts', async () => {
    upstream.answer((res, req) => {
      const { inputText } = JSON.parse(upstream.requests.at(-1)?.body ?? '')
      answerWith.json(200, { embedding: [Number(inputText)], inputTextTokenCount: 2 })(res, req)
    })
    const input = Array.from({ length: 30 }, (_, index) => String(index))
    const { vectors, promptTokens } = await embed('bedrock', titan, { input, dimensions: 256 })
    expect(vectors).toEqual(input.map((text) => [Number(text)]))
    expect(promptTokens).toBe(60)
    expect(upstream.requests[0]?.path).toBe('/model/amazon.titan-embed-text-v2%3A0/invoke')
    expect(sent()[0]).toMatchObject({ dimensions: 256 })
  })

  test('Cohere’s models get texts together, with their purpose', async () => {
    upstream.answer(
      answerWith.json(
        200,
        { embeddings: { float: [[1], [2]] } },
        { 'x-amzn-bedrock-input-token-count': '4' },
      ),
    )
    const answer = await embed('bedrock', 'global.cohere.embed-v4:0', { inputType: 'query', dimensions: 512 })
    expect(answer).toEqual({ vectors: [[1], [2]], promptTokens: 4 })
    expect(sent()).toEqual([{ input_type: 'search_query', texts: ['a', 'b'], output_dimension: 512 }])
  })

  it.each<[string, Partial<EmbeddingCall>, object]>([
    ['tokens', { input: [[1, 2]] }, { fault: 'unsupported', param: 'input' }],
    ['a purpose', { inputType: 'query' }, { fault: 'unsupported', param: 'input_type' }],
    ['vectors of another length', { dimensions: 7 }, { fault: 'rejected', param: 'dimensions' }],
  ])('does not take %s', async (_, more, error) => {
    upstream.answer(answerWith.json(200, { embedding: [1], inputTextTokenCount: 1 }))
    await expect(embed('bedrock', titan, more)).rejects.toMatchObject(error)
    expect(upstream.requests).toEqual([])
  })

  it('fails with the first refusal', async () => {
    upstream.answer(answerWith.json(429, { message: 'Too many requests' }))
    await expect(embed('bedrock', titan)).rejects.toMatchObject({ fault: 'rate_limited' })
  })
})

test('Vertex gets all texts at once, with their task', async () => {
  const prediction = (value: number) => ({
    embeddings: { values: [value, 0], statistics: { token_count: 3, truncated: false } },
  })
  upstream.answer(answerWith.json(200, { predictions: [prediction(1), prediction(2)] }))
  const answer = await embed('vertex', 'gemini-embedding-001', { inputType: 'document', dimensions: 2 })
  expect(answer).toEqual({
    vectors: [
      [1, 0],
      [2, 0],
    ],
    promptTokens: 6,
  })
  expect(upstream.requests[0]).toMatchObject({
    path: '/v1beta1/projects/acme/locations/global/publishers/google/models/gemini-embedding-001:predict',
    headers: { authorization: `Bearer ${API_KEY}` },
  })
  expect(sent()).toMatchObject([
    {
      instances: [
        { content: 'a', task_type: 'RETRIEVAL_DOCUMENT' },
        { content: 'b', task_type: 'RETRIEVAL_DOCUMENT' },
      ],
      parameters: { outputDimensionality: 2 },
    },
  ])
})
