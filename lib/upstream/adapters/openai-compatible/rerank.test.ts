import { expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleRerank } from './rerank'

const upstream = await openUpstream()
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
  expect(await model.rerank(call)).toEqual({ ranked: [{ index: 1, score: 0.5 }], promptTokens: tokens })
})
