import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { anthropicMessage } from '@/lib/upstream/adapters/ai-sdk/testing/chat-answers'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { COMPLETION } from '@/lib/upstream/testing/chat-stream'
import type { Answer } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { checkUpstreams, snapshotOfFiles } from './check-upstreams'

const folder = mkdtempSync(join(tmpdir(), 'portico-check-'))
const upstream = await openUpstream()
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const pricing = (prompt: string) => ({ prompt, completion: '0.000002' })

async function check(provider: object = {}) {
  const models = [
    { id: 'acme/large', upstream_id: 'large', pricing: pricing('0.000009') },
    { id: 'acme/small', upstream_id: 'small', pricing: pricing('0.000001') },
    { id: 'acme/gone', upstream_id: 'gone', pricing: pricing('0.0000001') },
  ]
  const file = join(folder, 'providers.json')
  writeFileSync(file, JSON.stringify([{ id: 'acme', base_url: upstream.baseUrl, models, ...provider }]))
  const checks = await checkUpstreams(snapshotOfFiles(file))
  return checks.find(({ providerId }) => providerId === 'acme')
}

/** A list at `/models`, and this to every call. */
const serve =
  (list: Answer, call: Answer): Answer =>
  (res, req) =>
    (req.url?.includes('/models') ? list : call)(res, req)
const listOf = (...ids: string[]) => answerWith.json(200, { data: ids.map((id) => ({ id })) })

describe('checkUpstreams', () => {
  it('lists the models and calls the cheapest available one once', async () => {
    upstream.answer(serve(listOf('large', 'small', 'other'), answerWith.json(200, COMPLETION)))
    expect(await check()).toEqual({
      providerId: 'acme',
      offered: 3,
      missing: ['acme/gone'],
      // Nine tokens at $1 a million and two at $2.
      call: { modelId: 'acme/small', latencyMs: expect.any(Number), costNanos: 13_000n },
      problem: null,
    })
    const sent = JSON.parse(upstream.requests.at(-1)?.body ?? '')
    expect(sent).toMatchObject({ model: 'small', max_tokens: 64 })
  })

  it('calls vendors by their own API', async () => {
    upstream.answer(serve(listOf('claude-haiku-5-5'), answerWith.json(200, anthropicMessage)))
    const models = [{ id: 'acme/haiku', upstream_id: 'claude-haiku-5-5', pricing: pricing('0.000001') }]
    const checked = await check({ adapter: 'ai-sdk', options: { sdk: 'anthropic' }, models })
    expect(checked).toMatchObject({ missing: [], call: { modelId: 'acme/haiku' }, problem: null })
    expect(upstream.requests.at(-2)).toMatchObject({ method: 'GET', path: '/v1/models?limit=1000' })
  })

  it('continues without a list where there is none', async () => {
    upstream.answer(serve(answerWith.json(404, {}), answerWith.json(200, COMPLETION)))
    expect(await check()).toMatchObject({ missing: null, call: { modelId: 'acme/gone' }, problem: null })
  })

  it.each([
    ['a wrong key', answerWith.json(401, { error: { message: 'Incorrect API key: sk-secret' } }), '(401)'],
    ['a limit', answerWith.json(429, {}), 'rate limited (429)'],
    ['a refusal', answerWith.json(400, { error: { message: 'No such model' } }), 'No such model'],
    ['a reset', answerWith.reset(), 'failed'],
    ['nonsense', answerWith.text(200, 'text/html', '<html>'), 'invalid response (200)'],
    ['a redirection', answerWith.text(301, 'text/html', '<html>'), 'redirected to another URL (301)'],
  ])('names the problem with %s, without secrets', async (_, answer, words) => {
    upstream.answer(serve(listOf('small'), answer))
    const checked = await check()
    expect(checked?.problem).toContain(words)
    expect(checked?.problem).not.toContain('sk-secret')
    expect(checked?.call).toBeNull()
  })
})
