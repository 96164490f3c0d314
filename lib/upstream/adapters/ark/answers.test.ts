import { describe, expect, it, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoModel } from '@/lib/upstream/contract/video-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY, refusedOrigin } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { mediaStub, videoCall } from '@/lib/upstream/testing/video-call'
import { createArkVideo } from './ark-video'
import { taskFixtures } from './testing'

const upstream = await openUpstream()

const signal = new AbortController().signal
const handle = taskFixtures.queued.id
const notThere = { error: { code: 'ResourceNotFound', message: 'The task is not found.' } }

function ark(timeoutMs = 30_000, baseUrl = `${upstream.origin}/api/v3`): VideoModel {
  return createArkVideo({ baseUrl, apiKey: API_KEY, media: mediaStub(), timeoutMs })
}

async function errorOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const error = await promise.then(
    () => 'fine',
    (reason: unknown) => reason,
  )
  if (!(error instanceof UpstreamError)) throw new Error(`no UpstreamError: ${String(error)}`)
  return error
}

const asked = (fixture: unknown) => {
  upstream.answer(answerWith.json(200, fixture))
  return ark().status(handle, signal)
}

describe('the status of a task', () => {
  it.each(['queued', 'running'] as const)('%s has no progress', async (state) => {
    expect(await asked(taskFixtures[state])).toEqual({ state, progress: null })
    expect(upstream.requests.at(-1)).toMatchObject({
      method: 'GET',
      path: `/api/v3/contents/generations/tasks/${handle}`,
    })
  })

  it.each(['cancelled', 'expired'] as const)('%s is just that', async (state) => {
    expect(await asked(taskFixtures[state])).toEqual({ state })
  })

  it('succeeded brings the film, its last frame and its bill', async () => {
    expect(await asked(taskFixtures.succeeded)).toEqual({
      state: 'succeeded',
      result: {
        video: { url: taskFixtures.succeeded.content.video_url },
        lastFrame: { url: taskFixtures.succeeded.content.last_frame_url },
        fps: 24,
        durationSeconds: 5,
        resolution: '720p',
        ratio: '16:9',
        seed: 10,
        usage: { completionTokens: 103_818, totalTokens: 103_818 },
      },
    })
    expect(await asked(taskFixtures.succeededByFrames)).toMatchObject({
      result: { durationSeconds: 29 / 24, lastFrame: null, usage: { totalTokens: 24_882 } },
    })
  })

  it('a success with few members is still one; without its film it is none', async () => {
    const { id, status, content } = taskFixtures.succeeded
    expect(await asked({ id, status, content: { video_url: content.video_url } })).toMatchObject({
      result: { durationSeconds: null, resolution: null, ratio: null, seed: null, usage: null },
    })
    expect(await errorOf(asked({ id, status, content: {} }))).toMatchObject({ fault: 'failed' })
    const local = { video_url: 'file:///etc/passwd' }
    expect(await errorOf(asked({ id, status, content: local }))).toMatchObject({ fault: 'failed' })
  })

  // LnYo-Cly/ai4j#274, vercel/ai#18577
  it.each([
    ['Processing', 'running'],
    ['in_progress', 'running'],
    ['pending', 'queued'],
    ['canceled', 'cancelled'],
  ])('may be in the words of a gateway: %s is %s', async (status, state) => {
    expect(await asked({ ...taskFixtures.running, status, content: [] })).toMatchObject({ state })
  })

  it('may have its figures as texts, and one count of tokens; zeros are no usage', async () => {
    const made = (usage: unknown) => asked({ ...taskFixtures.succeeded, duration: '5', usage })
    const whole = { completionTokens: 20, totalTokens: 20 }
    expect(await made({ completion_tokens: '20', total_tokens: '20' })).toMatchObject({
      result: { durationSeconds: 5, usage: whole },
    })
    expect(await made({ total_tokens: 20 })).toMatchObject({ result: { usage: whole } })
    expect(await made({ completion_tokens: 0, total_tokens: 0 })).toMatchObject({ result: { usage: null } })
  })

  it.each([
    ['OutputVideoSensitiveContentDetected', 'No.', 'content_policy_violation', false],
    ['InputTextSensitiveContentDetected', 'No.', 'content_policy_violation', false],
    ['InputImageSensitiveContentDetected.PrivacyInformation', 'A face.', 'content_policy_violation', false],
    ['OutputImageRiskDetection', 'No.', 'content_policy_violation', false],
    ['InvalidParameter.TaskTypeConstraint', 'Only adaptive.', 'invalid_input', false],
    ['InvalidParameter.content', 'Error while downloading the image_url.', 'input_download_failed', false],
    ['InvalidImageURL.Inaccessible', 'The image cannot be accessed.', 'input_download_failed', false],
    ['QuotaExceeded', 'Queue is full.', 'upstream_rate_limited', true],
    ['ServerOverloaded', 'Busy.', 'upstream_rate_limited', true],
    ['InternalServiceError', 'Stack.', 'upstream_error', true],
    ['AccountOverdueError', 'Pay your bill.', 'upstream_error', false],
    ['SomethingNew', 'Who knows.', 'upstream_error', true],
  ])('failed with %s is %s', async (code, message, ours, isRetryable) => {
    const status = await asked({ ...taskFixtures.failed, error: { code, message } })
    expect(status).toMatchObject({ state: 'failed', code: ours, isRetryable })
    if (ours === 'upstream_error') expect(JSON.stringify(status)).not.toContain(message)
  })

  it('failed gives the caller the reason, without names of the upstream', async () => {
    expect(await asked(taskFixtures.failed)).toEqual({
      state: 'failed',
      code: 'content_policy_violation',
      message: 'The request failed because the output video may contain sensitive information.',
      isRetryable: false,
    })
    expect(await asked({ ...taskFixtures.failed, error: null })).toMatchObject({ code: 'upstream_error' })
  })

  it.each([
    ['a week', 8 * 24, { state: 'expired' }],
    ['a day, as a cancelled one is', 25, { state: 'expired' }],
    ['an hour', 1, { state: 'failed', code: 'upstream_error', isRetryable: false }],
  ])('without a record after %s', async (_name, hours, expected) => {
    // The id says 15:30:12 in Beijing.
    const madeAt = Date.UTC(2026, 7, 21, 7, 30, 12)
    vi.spyOn(clock, 'now').mockReturnValue(new Date(madeAt + hours * 3600 * 1000))
    upstream.answer(answerWith.json(404, notThere))
    expect(await ark().status(handle, signal)).toMatchObject(expected)
    vi.spyOn(clock, 'now').mockReturnValue(new Date(madeAt + 1000))
    expect(await errorOf(ark().status(handle, signal))).toMatchObject({ fault: 'failed', status: 404 })
  })

  it.each([
    ['no JSON', answerWith.text(200, 'application/json', '<html>')],
    ['a state that there is not', answerWith.json(200, { id: handle, status: 'dreaming' })],
    ['a broken connection', answerWith.reset()],
    ['an endless answer', answerWith.json(200, { id: handle, pad: 'x'.repeat(1024 * 1024) })],
  ])('%s is a failure', async (_name, answer) => {
    upstream.answer(answer)
    expect(await errorOf(ark().status(handle, signal))).toMatchObject({ fault: 'failed' })
  })

  it('is in time or a timeout; an abort applies at once; no server is unreachable', async () => {
    upstream.answer(answerWith.silence())
    expect(await errorOf(ark(50).status(handle, signal))).toMatchObject({ fault: 'timeout' })
    const stop = new AbortController()
    const arrived = upstream.nextRequest()
    const waiting = ark().status(handle, stop.signal)
    await arrived
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    const nowhere = ark(30_000, `${await refusedOrigin()}/api/v3`)
    expect(await errorOf(nowhere.status(handle, signal))).toMatchObject({ fault: 'unreachable' })
  })
})

describe('a refusal of the start', () => {
  it.each([
    [400, 'InvalidParameter.duration', 'rejected', { code: 'invalid_input', param: 'duration' }],
    [400, 'MissingParameter.content', 'rejected', { code: 'invalid_input', param: 'content' }],
    [400, 'InputTextSensitiveContentDetected', 'rejected', { code: 'content_policy_violation' }],
    [400, 'InvalidEndpoint.ClosedEndpoint', 'failed', {}],
    [401, 'AuthenticationError', 'failed', {}],
    [403, 'AccountOverdueError', 'failed', {}],
    [404, 'ModelNotOpen', 'failed', {}],
    [404, 'InvalidEndpointOrModel.NotFound', 'failed', {}],
    [404, 'NotFound.Asset', 'rejected', { code: 'invalid_input' }],
    [429, 'ModelAccountRpmRateLimitExceeded', 'rate_limited', { retryAfterSeconds: 3 }],
    [429, 'QuotaExceeded', 'rate_limited', {}],
    [500, 'InternalServiceError', 'failed', {}],
  ])('%i %s is %s', async (status, code, fault, more) => {
    const message = `Something about https://ark.cn-beijing.volces.com and ${API_KEY}. Request id: 02178abc`
    upstream.answer(answerWith.json(status, { error: { code, message, param: '' } }, { 'retry-after': '3' }))
    const error = await errorOf(ark().start(videoCall()))
    expect(error).toMatchObject({ fault, status, ...more })
    expect(error.hasPublicMessage).toBe(fault === 'rejected')
    expect(error.message).not.toMatch(/volces|02178/)
    expect(error.message).not.toContain(API_KEY)
  })

  it('without an error of Ark is read by its status', async () => {
    upstream.answer(answerWith.text(502, 'text/html', '<html>Bad gateway</html>'))
    expect(await errorOf(ark().start(videoCall()))).toMatchObject({ fault: 'failed', status: 502 })
    upstream.answer(answerWith.json(200, { ok: true }))
    expect(await errorOf(ark().start(videoCall()))).toMatchObject({ fault: 'failed' })
  })
})

describe('cancelling', () => {
  const deletions = () => upstream.requests.filter(({ method }) => method === 'DELETE').length

  it('deletes only a task that waits', async () => {
    upstream.answer((res, req) =>
      req.method === 'DELETE'
        ? res.writeHead(200).end()
        : answerWith.json(200, taskFixtures.queued)(res, req),
    )
    expect(await ark().cancel(handle, signal)).toBe('gone')
    expect(upstream.requests.at(-1)).toMatchObject({ method: 'DELETE' })
  })

  it.each([
    ['running', 'runs'],
    ['succeeded', 'runs'],
    ['cancelled', 'gone'],
    ['failed', 'gone'],
    ['expired', 'gone'],
  ] as const)('leaves a %s task alone: it %s', async (state, fate) => {
    const before = deletions()
    upstream.answer(answerWith.json(200, taskFixtures[state]))
    expect(await ark().cancel(handle, signal)).toBe(fate)
    expect(deletions()).toBe(before)
  })

  it('treats a task that has started meanwhile as running, and an unknown one as gone', async () => {
    const denied = { error: { code: 'OperationDenied.InvalidState', message: 'The task is running.' } }
    upstream.answer((res, req) =>
      (req.method === 'DELETE' ? answerWith.json(403, denied) : answerWith.json(200, taskFixtures.queued))(
        res,
        req,
      ),
    )
    expect(await ark().cancel(handle, signal)).toBe('runs')
    upstream.answer(answerWith.json(404, notThere))
    expect(await ark().cancel(handle, signal)).toBe('gone')
  })
})

describe('a notification', () => {
  it('names a task, and its other members are ignored', () => {
    const notification = (body: unknown) =>
      ark().readNotification?.(Buffer.from(JSON.stringify(body)), 'seedance')
    for (const fixture of Object.values(taskFixtures)) expect(notification(fixture)).toBe(handle)
    expect(notification({ id: '../../etc', status: 'succeeded' })).toBeNull()
    expect(notification({ status: 'succeeded' })).toBeNull()
    expect(notification({ id: handle, pad: 'x'.repeat(70_000) })).toBeNull()
    expect(ark().readNotification?.(Buffer.from('{'), 'seedance')).toBeNull()
  })
})
