import { expect, test } from 'vitest'
import {
  FILM_LINK,
  firstFrame,
  json,
  replicateTasks,
  videosAt,
} from '@/lib/upstream/adapters/ai-sdk/testing/videos-at'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { PIXEL_PNG } from '@/lib/upstream/testing/image-answers'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'

const upstream = await openUpstream()

const at = () => videosAt(upstream, 'replicate')
const prediction = (status: string, more?: object) => json(replicateTasks.as(upstream.baseUrl, status, more))

test('is asked for a prediction of the model', async () => {
  await at().start({ media: [firstFrame], ratio: 'adaptive' })
  expect(upstream.requests[0]).toMatchObject({
    method: 'POST',
    path: '/v1/models/kwaivgi/kling-v2.5-turbo-pro/predictions',
    headers: { authorization: `Bearer ${API_KEY}` },
  })
  expect(at().sent()).toEqual({
    input: {
      prompt: 'A paper boat on a quiet lake',
      duration: 5,
      start_image: `data:image/png;base64,${PIXEL_PNG}`,
    },
  })
  await at().start({ model: 'google/veo-3.1-fast', duration: 8, seed: 0, generateAudio: false })
  expect(at().sent(1).input).toEqual({
    prompt: 'A paper boat on a quiet lake',
    aspect_ratio: '16:9',
    duration: 8,
    resolution: '720p',
    seed: 0,
    generate_audio: false,
  })
})

test.each<[string, object, object]>([
  ['starting', {}, { state: 'queued' }],
  ['processing', {}, { state: 'running' }],
  ['canceled', {}, { state: 'cancelled' }],
  ['aborted', {}, { state: 'cancelled' }],
  [
    'succeeded',
    { output: FILM_LINK },
    { state: 'succeeded', result: { video: { url: FILM_LINK }, durationSeconds: null } },
  ],
  ['succeeded', { output: [FILM_LINK] }, { state: 'succeeded', result: { video: { url: FILM_LINK } } }],
  [
    'failed',
    { error: 'The input or output was flagged as sensitive. (E005)' },
    { state: 'failed', code: 'content_policy_violation', isRetryable: false },
  ],
  [
    'failed',
    { error: 'Invalid image: too small' },
    { state: 'failed', code: 'invalid_input', isRetryable: false },
  ],
  ['failed', { error: 'CUDA out of memory' }, { state: 'failed', code: 'upstream_error', isRetryable: true }],
])('tells that a task is %s %o', async (status, more, expected) => {
  expect(await at().statusAfter(prediction(status, more))).toMatchObject(expected)
  expect(upstream.requests[0]).toMatchObject({
    path: `/v1/predictions/${replicateTasks.id}`,
    headers: { authorization: `Bearer ${API_KEY}` },
  })
})

test('has no success without a film', async () => {
  await expect(at().statusAfter(prediction('succeeded'))).rejects.toMatchObject({ fault: 'failed' })
})

test.each<[string, 'gone' | 'runs']>([
  ['canceled', 'gone'],
  ['processing', 'runs'],
  ['succeeded', 'runs'],
])('answers a cancel with a task that is %s', async (status, expected) => {
  expect(await at().cancelAfter(prediction(status, { output: FILM_LINK }))).toBe(expected)
  expect(upstream.requests[0]).toMatchObject({
    method: 'POST',
    path: `/v1/predictions/${replicateTasks.id}/cancel`,
    headers: { authorization: `Bearer ${API_KEY}` },
  })
})

test('is asked to tell of the start and of the end, and told by neither more than the name of the task', async () => {
  await at().start({ callbackUrl: 'https://portico.example/nudge' })
  expect(at().sent()).toMatchObject({
    input: { prompt: 'A paper boat on a quiet lake' },
    webhook: 'https://portico.example/nudge',
    webhook_events_filter: ['start', 'completed'],
  })
  const starting = replicateTasks.as(upstream.baseUrl, 'starting')
  const handle = at().nudge(starting)
  expect(await at().status(handle ?? '', prediction('succeeded', { output: FILM_LINK }))).toMatchObject({
    state: 'succeeded',
    result: { video: { url: FILM_LINK } },
  })
  expect(upstream.requests.at(-1)?.path).toBe(`/v1/predictions/${starting.id}`)
  for (const odd of [null, {}, { id: 5 }, { id: '../account' }, [starting]])
    expect(at().nudge(odd)).toBeNull()
})
