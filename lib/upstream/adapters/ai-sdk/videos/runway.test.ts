import { expect, test } from 'vitest'
import {
  FILM_LINK,
  firstFrame,
  json,
  RUNWAY_TASK,
  videosAt,
} from '@/lib/upstream/adapters/ai-sdk/testing/videos-at'
import { RequestShape } from '@/lib/upstream/contract/request-shape'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { PIXEL_PNG } from '@/lib/upstream/testing/image-answers'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import runway from '@/prisma/seed/catalog/runway.json'

const upstream = await openUpstream()
const at = () => videosAt(upstream, 'runway')
const request = RequestShape.parse(runway.models[0]?.request)

test('is requested at the endpoint for what it starts from, in its own words', async () => {
  await at().start({ request, seed: 7 })
  expect(upstream.requests[0]).toMatchObject({
    method: 'POST',
    path: '/v1/text_to_video',
    headers: { authorization: `Bearer ${API_KEY}`, 'x-runway-version': '2024-11-06' },
  })
  const words = { model: 'gen4.5', promptText: 'A paper boat on a quiet lake', duration: 5 }
  expect(at().sent()).toEqual({ ...words, ratio: '1280:720', seed: 7 })
  await at().start({ request, ratio: '9:16', media: [firstFrame] })
  expect(upstream.requests[1]?.path).toBe('/v1/image_to_video')
  const promptImage = `data:image/png;base64,${PIXEL_PNG}`
  expect(at().sent(1)).toEqual({ ...words, ratio: '720:1280', promptImage })
})

/** TaskRetrieveResponse of runwayml/sdk-node. */
const task = (status: string, more: object = {}) =>
  json({ id: RUNWAY_TASK, createdAt: '2026-11-20T21:28:08.541Z', status, ...more })

test.each<[string, object, object]>([
  ['PENDING', {}, { state: 'queued', progress: null }],
  ['THROTTLED', {}, { state: 'queued', progress: null }],
  ['RUNNING', { progress: 0.42 }, { state: 'running', progress: 42 }],
  ['SUCCEEDED', { output: [FILM_LINK] }, { state: 'succeeded', result: { video: { url: FILM_LINK } } }],
  ['CANCELLED', {}, { state: 'cancelled' }],
  [
    'FAILED',
    { failure: 'Your prompt was refused.', failureCode: 'SAFETY.INPUT.TEXT' },
    { state: 'failed', code: 'content_policy_violation', isRetryable: false },
  ],
  [
    'FAILED',
    { failure: 'The image could not be read.', failureCode: 'ASSET.INVALID' },
    { state: 'failed', code: 'invalid_input', isRetryable: false },
  ],
  [
    'FAILED',
    { failure: 'An unexpected error occurred.', failureCode: 'INTERNAL.BAD_OUTPUT.CODE01' },
    { state: 'failed', code: 'upstream_error', isRetryable: true },
  ],
])('tells that a task is %s %o', async (status, more, expected) => {
  expect(await at().statusAfter(task(status, more))).toMatchObject(expected)
  expect(upstream.requests[0]?.path).toBe(`/v1/tasks/${RUNWAY_TASK}`)
})
