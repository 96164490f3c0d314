import { describe, expect, test } from 'vitest'
import type { VideoCall } from '@/lib/upstream/contract/video-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { type Answer, API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { firstFrame, json, videosAt } from '../testing/videos-at'

const upstream = await openUpstream()

describe.each(['google', 'fal', 'replicate'] as const)('%s', (sdk) => {
  const at = () => videosAt(upstream, sdk)

  test.each<[string, () => Answer, object]>([
    [
      'a limit',
      () => answerWith.json(429, { detail: 'slow down' }, { 'retry-after': '5' }),
      { fault: 'rate_limited', retryAfterSeconds: 5 },
    ],
    ['a wrong key', () => json({ detail: 'no' }, 401), { fault: 'failed', status: 401 }],
    ['a failure', () => json({ detail: 'oops' }, 500), { fault: 'failed', status: 500 }],
    [
      'a bad field',
      () => json({ detail: [{ loc: ['body', 'prompt'], msg: 'too long', type: 'string_too_long' }] }, 422),
      { fault: 'rejected', param: 'prompt' },
    ],
    ['a page', () => answerWith.text(200, 'text/html', '<html>'), { fault: 'failed' }],
    ['nonsense', () => json({ unlike: 'anything' }), { fault: 'failed' }],
    ['a reset', () => answerWith.reset(), { fault: 'failed' }],
  ])('a start meets %s', async (_, answer, expected) => {
    await expect(at().tryStart(answer())).rejects.toMatchObject(expected)
  })

  test.each<[string, Partial<VideoCall>]>([
    ['duration', { duration: -1 }],
    ['frames', { frames: 57 }],
    ['camera_fixed', { cameraFixed: true }],
    ['watermark', { watermark: true }],
    ['return_last_frame', { returnLastFrame: true }],
    ['service_tier', { serviceTier: 'flex' }],
    ['draft', { isDraft: true }],
    ['tools', { webSearch: true }],
    ['content', { media: [{ ...firstFrame, role: 'reference_image' }] }],
  ])('is not asked for %s that it does not take', async (param, more) => {
    await expect(at().start(more)).rejects.toMatchObject({ fault: 'unsupported', param })
    expect(upstream.requests).toHaveLength(0)
  })

  test.each<[string, () => Answer, object]>([
    ['a limit', () => json({ detail: 'slow down' }, 429), { fault: 'rate_limited' }],
    ['a wrong key', () => json({ detail: 'no' }, 401), { fault: 'failed' }],
    ['a page', () => answerWith.text(200, 'text/html', '<html>'), { fault: 'failed' }],
    ['nonsense', () => json(['what']), { fault: 'failed' }],
    ['a record not there yet', () => json({ detail: 'not found' }, 404), { fault: 'failed', status: 404 }],
  ])('a question meets %s and says nothing of the task', async (_, answer, expected) => {
    await expect(at().statusAfter(answer())).rejects.toMatchObject(expected)
  })

  test('has lost a task that is old and not there', async () => {
    const handle = JSON.stringify({
      ...JSON.parse(await at().start()),
      startedAt: '2026-01-01T00:00:00.000Z',
    })
    expect(await at().status(handle, json({ detail: 'not found' }, 404))).toMatchObject({
      state: 'failed',
      code: 'upstream_error',
    })
  })

  test('keeps neither key nor address in its handle, and reads no other', async () => {
    const handle = await at().start()
    expect(handle).not.toContain(API_KEY)
    expect(handle).not.toContain('127.0.0.1')
    await expect(at().status('cgt-20260821', json({}))).rejects.toMatchObject({ fault: 'rejected' })
  })

  test('stops asking when the caller gives up', async () => {
    const handle = await at().start()
    const reason = new Error('enough')
    const caller = new AbortController()
    const request = upstream.nextRequest()
    const asking = at().status(handle, answerWith.silence(), caller.signal)
    const { closed } = await request
    caller.abort(reason)
    await expect(asking).rejects.toBe(reason)
    await closed
  })
})
