import { expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleModelList } from './model-list'

const upstream = await openUpstream()
const list = () =>
  createOpenAiCompatibleModelList({ baseUrl: upstream.baseUrl, apiKey: API_KEY })(
    new AbortController().signal,
  )

test.each<[string, unknown, object[]]>([
  [
    'OpenAI’s envelope',
    { object: 'list', data: [{ id: 'a', context_length: 8192 }] },
    [{ id: 'a', contextLength: 8192 }],
  ],
  ['a list alone (songquanpeng/one-api#128)', [{ id: 'a' }], [{ id: 'a', contextLength: null }]],
  ['names alone', { data: ['a', 'b'] }, [{ id: 'a' }, { id: 'b' }]],
  ['Ollama’s names', { models: [{ name: 'a:latest', model: 'a' }] }, [{ id: 'a' }]],
  ['numbers as text', { data: [{ id: 'a', max_model_len: '4096' }] }, [{ id: 'a', contextLength: 4096 }]],
  [
    'some that are none (zed-industries/zed#23764)',
    { data: [{ id: 'a' }, { id: '' }, null, 7] },
    [{ id: 'a' }],
  ],
  ['none', { data: [] }, []],
  ['none, as servers in Go write it', { object: 'list', data: null }, []],
])('models are read from %s', async (_case, answer, models) => {
  upstream.answer(answerWith.json(200, answer))
  const found = await list()
  expect(found).toMatchObject(models)
  expect(found).toHaveLength(models.length)
})

test.each<[string, unknown, string]>([
  ['no list', {}, 'failed'],
  ['nothing', null, 'failed'],
  ['nothing of use', { data: [{}, {}] }, 'failed'],
  [
    'an error (tinyhumansai/openhuman#2794)',
    { object: 'error', error: { message: 'No.', code: 429 } },
    'rate_limited',
  ],
])('models are not made of %s', async (_case, answer, fault) => {
  upstream.answer(answerWith.json(200, answer))
  await expect(list()).rejects.toMatchObject({ fault })
})

test('a page is no list', async () => {
  upstream.answer(answerWith.text(200, 'text/html', '<html>'))
  await expect(list()).rejects.toMatchObject({ fault: 'failed' })
})
