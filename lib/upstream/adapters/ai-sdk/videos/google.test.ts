import { expect, test } from 'vitest'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { PIXEL_PNG } from '@/lib/upstream/testing/image-answers'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { FILM_LINK, firstFrame, googleTasks, json, videosAt } from '../testing/videos-at'

const upstream = await openUpstream()

const at = () => videosAt(upstream, 'google')

test('is asked for one film, with the first frame in bytes', async () => {
  await at().start({ duration: 8, resolution: '1080p', ratio: '9:16', media: [firstFrame] })
  expect(upstream.requests[0]).toMatchObject({
    method: 'POST',
    path: '/v1/models/veo-3.1-generate-preview:predictLongRunning',
    headers: { 'x-goog-api-key': API_KEY },
  })
  expect(at().sent()).toEqual({
    instances: [
      {
        prompt: 'A paper boat on a quiet lake',
        image: { bytesBase64Encoded: PIXEL_PNG, mimeType: 'image/png' },
      },
    ],
    parameters: { sampleCount: 1, aspectRatio: '9:16', resolution: '1080p', durationSeconds: 8 },
  })
  await expect(at().start({ seed: 1 })).rejects.toMatchObject({ param: 'seed' })
  await expect(at().start({ resolution: '480p' })).rejects.toMatchObject({ param: 'resolution' })
})

test.each<[string, unknown, object]>([
  ['running', googleTasks.running, { state: 'running', progress: null }],
  ['cancelled', googleTasks.cancelled, { state: 'cancelled' }],
  ['filtered', googleTasks.filtered, { state: 'failed', code: 'content_policy_violation' }],
  ['refused', googleTasks.refused, { state: 'failed', code: 'content_policy_violation', isRetryable: false }],
  ['invalid', googleTasks.invalid, { state: 'failed', code: 'invalid_input', isRetryable: false }],
  ['broken', googleTasks.broken, { state: 'failed', code: 'upstream_error', isRetryable: true }],
])('tells that a task is %s', async (_, answer, expected) => {
  expect(await at().statusAfter(json(answer))).toMatchObject(expected)
  expect(upstream.requests[0]?.path).toBe(`/v1/${googleTasks.started.name}`)
})

test('links its film without the key, which goes to Google alone', async () => {
  const own = `${upstream.baseUrl}/files/abc:download?alt=media`
  expect(await at().statusAfter(json(googleTasks.succeeded(own)))).toEqual({
    state: 'succeeded',
    result: {
      video: { url: own, headers: { 'x-goog-api-key': API_KEY } },
      lastFrame: null,
      fps: null,
      durationSeconds: null,
      resolution: null,
      ratio: null,
      seed: null,
      usage: null,
    },
  })
  expect(await at().statusAfter(json(googleTasks.succeeded(FILM_LINK)))).toMatchObject({
    result: { video: { url: FILM_LINK } },
  })
  const far = await at().statusAfter(json(googleTasks.succeeded(FILM_LINK)))
  expect(JSON.stringify(far)).not.toContain(API_KEY)
})

test('cannot stop a task', async () => {
  expect(await at().cancelAfter(json({}, 500))).toBe('runs')
  expect(upstream.requests).toHaveLength(0)
})

test('has no callbacks, and is not given a link for any', async () => {
  expect(at().nudge({ name: 'models/veo/operations/x' })).toBeUndefined()
})
