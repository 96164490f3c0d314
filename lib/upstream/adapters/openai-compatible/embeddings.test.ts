import { describe, expect, it, test } from 'vitest'
import type { EmbeddingCall } from '@/lib/upstream/contract/embedding-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleEmbeddings, createOpenAiCompatibleRerank, readVectors } from './embeddings'

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
  return model.embed({
    model: 'small',
    input: ['a', 'b'],
    dimensions: null,
    inputType: null,
    user: null,
    signal,
    ...more,
  })
}

describe('the request', () => {
  test('is posted with the key and the given parameters only', async () => {
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

const item = (embedding: unknown, index?: unknown) => ({ object: 'embedding', embedding, index })

describe('vectors', () => {
  it.each([
    ['numbers as text', [item(['0.25', '-0.5'], 0), item(['1', '0'], 1)]],
    ['a vector as text', [item('[0.25, -0.5]', 0), item('[1, 0]', 1)]],
    ['indexes as text, in another order', [item([1, 0], '1'), item([0.25, -0.5], '0')]],
    ['vectors by their type', [item({ float: [0.25, -0.5] }), item({ float: [1, 0] })]],
    ['Google’s values', [{ values: [0.25, -0.5] }, { values: [1, 0] }]],
  ])('are read from %s', (_case, data) => {
    expect(readVectors({ data }, 2)).toEqual([
      [0.25, -0.5],
      [1, 0],
    ])
  })

  it.each([
    ['words', [item(['a', 'b']), item([1, 2])]],
    ['numbers that are none', [item([Number.POSITIVE_INFINITY, 1]), item([1, 2])]],
    ['a text that is no base64', [item('an error!'), item([1, 2])]],
    ['base64 of no whole number', [item('AAA='), item('AAA=')]],
    ['base64 that is not a number', [item(Buffer.from('0000c07f', 'hex').toString('base64')), item([1])]],
    ['a list of lists', [item([[1], [2]]), item([1, 2])]],
    ['nothing', []],
    ['no list', null],
  ])('are not made of %s', (_case, data) => {
    expect(() => readVectors({ data }, 2)).toThrow()
  })

  it('are not looked for without an end', () => {
    let nested: unknown = 1
    for (let depth = 0; depth < 100_000; depth++) nested = [nested]
    expect(() => readVectors({ data: [item(nested)] }, 1)).toThrow()
  })
})

describe('reranking', () => {
  const results = [{ index: 1, relevance_score: 0.5, document: { text: 'b' } }]

  test.each([
    ['vLLM and Jina', { usage: { total_tokens: 7 } }, 7],
    ['Voyage-like servers', { usage: { prompt_tokens: 6, total_tokens: 7 } }, 6],
    ['Cohere', { meta: { tokens: { input_tokens: 8 }, billed_units: { search_units: 1 } } }, 8],
    ['those who say nothing', {}, null],
    ['those who say nonsense', { usage: { total_tokens: 'many' }, meta: 1 }, null],
  ])('tokens are read where %s say them', async (_who, counts, tokens) => {
    upstream.answer(answerWith.json(200, { results, ...counts }))
    const model = createOpenAiCompatibleRerank({ baseUrl: upstream.baseUrl, apiKey: API_KEY })
    const signal = new AbortController().signal
    const call = { model: 'rank', query: 'q', documents: ['a', 'b'], topN: null, signal }
    expect(await model.rerank(call)).toMatchObject({
      ranked: [{ index: 1, score: 0.5 }],
      promptTokens: tokens,
    })
  })
})

describe('an API of another shape', () => {
  const cohere = {
    path: '/embed',
    input: 'texts',
    dimensions: 'output_dimension',
    extra: { embedding_types: ['float'] },
    input_type: { field: 'input_type', default: 'search_document', values: { query: 'search_query' } },
  }
  const ask = (more: Partial<EmbeddingCall>) => {
    const settings = { baseUrl: upstream.baseUrl, apiKey: API_KEY }
    const { signal } = new AbortController()
    const call = { model: 'embed-v4.0', input: ['a', 'b'], dimensions: null, inputType: null, user: null }
    return createOpenAiCompatibleEmbeddings(settings, cohere).embed({ ...call, signal, ...more })
  }
  /** As Cohere's reference shows it (docs.cohere.com/v2/reference/embed). */
  const answer = {
    id: 'da6e531f',
    embeddings: {
      float: [
        [0.016, -0.008],
        [0.5, 1],
      ],
    },
    texts: ['a', 'b'],
    meta: { api_version: { version: '2' }, billed_units: { input_tokens: 2 } },
  }

  it('is told as data', async () => {
    upstream.answer(answerWith.json(200, answer))
    expect(await ask({ inputType: 'query', dimensions: 256 })).toEqual({
      vectors: answer.embeddings.float,
      promptTokens: 2,
    })
    await ask({})
    expect(upstream.requests.map(({ path, body }) => [path, JSON.parse(body)])).toMatchObject([
      [
        '/v1/embed',
        { texts: ['a', 'b'], input_type: 'search_query', output_dimension: 256, embedding_types: ['float'] },
      ],
      ['/v1/embed', { texts: ['a', 'b'], input_type: 'search_document' }],
    ])
  })

  it('has no other purposes than those it names', async () => {
    await expect(ask({ inputType: 'clustering' })).rejects.toMatchObject({
      fault: 'unsupported',
      param: 'input_type',
    })
  })

  it('says what a rerank is billed by', async () => {
    const meta = { billed_units: { search_units: 3 } }
    upstream.answer(answerWith.json(200, { results: [{ index: 0, relevance_score: 0.9 }], meta }))
    const model = createOpenAiCompatibleRerank({ baseUrl: upstream.baseUrl, apiKey: API_KEY })
    const { signal } = new AbortController()
    const call = { model: 'rerank-v3.5', query: 'q', documents: ['a'], topN: null, signal }
    expect(await model.rerank(call)).toMatchObject({ promptTokens: null, searchUnits: 3 })
  })
})
