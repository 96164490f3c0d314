import { describe, expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleModerations } from './moderations'

const upstream = await openUpstream()
const verdict = { flagged: false, categories: { hate: false }, category_scores: { hate: 0.01 } }

function moderate(input: string[] = ['a']) {
  const model = createOpenAiCompatibleModerations({ baseUrl: upstream.baseUrl, apiKey: API_KEY })
  return model.moderate({ model: 'judge', input, signal: new AbortController().signal })
}

describe('moderations of an upstream', () => {
  test('are flagged by their categories if the upstream has no flag, like Mistral', async () => {
    const results = [
      { categories: { pii: true }, category_scores: { pii: 0.9 } },
      { categories: { pii: false }, category_scores: { pii: 0.1 } },
    ]
    upstream.answer(answerWith.json(200, { results, usage: { prompt_tokens: 5 } }))
    const { verdicts, promptTokens } = await moderate(['a', 'b'])
    expect([verdicts.map(({ flagged }) => flagged), promptTokens]).toEqual([[true, false], 5])
  })

  test.each([
    ['too few verdicts', []],
    ['too many verdicts', [verdict, verdict]],
    ['neither a verdict nor categories', [{ category_scores: { hate: 0.9 } }]],
  ])('with %s are a failure', async (_case, results) => {
    upstream.answer(answerWith.json(200, { results }))
    await expect(moderate()).rejects.toMatchObject({ fault: 'failed' })
  })

  test.each([
    [400, 'rejected'],
    [429, 'rate_limited'],
    [500, 'failed'],
  ])('%i is %s', async (status, fault) => {
    upstream.answer(answerWith.json(status, { error: { message: 'No.' } }))
    await expect(moderate()).rejects.toMatchObject({ fault })
  })
})
