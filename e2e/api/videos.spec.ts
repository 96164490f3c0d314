import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { BalanceReply } from '../../lib/billing/schema'
import { WebhookSettings } from '../../lib/callbacks/schema'
import { parseUsd } from '../../lib/platform/money'
import { RecentReply } from '../../lib/usage/schema'
import { CreatedVideo, VideoList, VideoTask } from '../../lib/videos/schema'
import { openPortico } from '../open-portico'
import { openReceiver } from '../open-receiver'

const TASKS = 20
const DEMO_CREDIT = 25n * 10n ** 9n
const ENDED = ['completed', 'failed', 'cancelled', 'expired']

type Portico = Awaited<ReturnType<typeof openPortico>>

const CallbackBody = z.object({ type: z.string(), timestamp: z.iso.datetime(), data: VideoTask })

/** A fifth fails for good, a fifth never ends and is cancelled, the rest is really filmed. */
function promptOf(i: number): string {
  if (i % 5 === 1) return 'A storm [[delay:500ms]] [[fail:content_policy_violation]]'
  if (i % 5 === 3) return 'A never-ending road [[hang]]'
  return `A paper boat, take ${i}`
}

async function createTask(portico: Portico, prompt: string, callbackUrl: string): Promise<string> {
  const body = {
    model: 'sandbox/video-fast',
    prompt,
    duration: 1,
    resolution: '480p',
    ratio: '1:1',
    callback_url: callbackUrl,
  }
  const response = await portico.post('/v1/videos/generations', body)
  expect(response.status).toBe(200)
  return CreatedVideo.parse(await response.json()).id
}

async function listTasks(portico: Portico): Promise<VideoTask[]> {
  return VideoList.parse(await (await portico.get('/v1/videos/generations?limit=100')).json()).data
}

async function readBalance(portico: Portico) {
  return BalanceReply.parse(await (await portico.get('/api-account/user/balance')).json())
}

async function expectPaidOnce(portico: Portico, tasks: VideoTask[]): Promise<void> {
  await expect.poll(async () => (await readBalance(portico)).held, { timeout: 90_000 }).toBe('0.000000')
  const charged = tasks.reduce((sum, { cost }) => sum + (parseUsd(cost ?? '0') ?? 0n), 0n)
  expect(parseUsd((await readBalance(portico)).balance)).toBe(DEMO_CREDIT - charged)
  const usage = await portico.get('/api-account/user/usage/recent?limit=100')
  const rows = RecentReply.parse(await usage.json()).items
  expect(new Set(rows.map(({ task_id }) => task_id)).size).toBe(rows.length)
  const paid = tasks.filter(({ status }) => status === 'completed').map(({ id }) => id)
  const booked = rows.filter(({ status }) => status === 'success').map(({ task_id }) => task_id)
  expect(booked).toEqual(expect.arrayContaining(paid))
}

test('twenty tasks outlive a kill -9: each ends once, is told of once, and is charged at most once', async () => {
  test.setTimeout(400_000)
  const receiver = await openReceiver()
  const portico = await openPortico('videos', {
    OUTBOUND_ALLOW: '127.0.0.1',
    RATE_LIMIT_VIDEO_CREATE: '1000000',
  })
  try {
    const ids: string[] = []
    for (let i = 0; i < TASKS; i++) ids.push(await createTask(portico, promptOf(i), receiver.url))
    const ended = async () =>
      (await listTasks(portico)).filter(({ status }) => ENDED.includes(status)).map(({ id }) => id)
    await expect.poll(async () => (await ended()).length, { timeout: 120_000 }).toBeGreaterThan(3)
    await portico.killAndRestart()
    for (const [i, id] of ids.entries())
      if (promptOf(i).includes('[[hang]]'))
        expect((await portico.post(`/v1/videos/generations/${id}/cancel`)).status).toBe(200)

    await expect
      .poll(async () => (await ended()).sort(), { timeout: 240_000, intervals: [1000] })
      .toEqual([...ids].sort())
    const tasks = await listTasks(portico)
    const count = (status: string) => tasks.filter((task) => task.status === status).length
    expect([count('completed'), count('failed'), count('cancelled')]).toEqual([12, 4, 4])
    await expectPaidOnce(portico, tasks)

    // A delivery that was under way when the process died may come twice, but never as two events.
    const { secret } = WebhookSettings.parse(await (await portico.get('/api-account/user/webhooks')).json())
    const told = () =>
      new Map(receiver.received.map((received) => [String(received.headers['webhook-id']), received]))
    await expect.poll(() => told().size, { timeout: 90_000 }).toBe(TASKS)
    const events = [...told().values()].map((received) =>
      CallbackBody.parse(receiver.verify(secret, received)),
    )
    expect(events.map(({ data }) => data.id).sort()).toEqual([...ids].sort())
    for (const { type, data } of events) {
      const task = tasks.find(({ id }) => id === data.id)
      expect([type, data.status]).toEqual([`video.generation.${task?.status}`, task?.status])
      // What a cancelled one costs is known only when the upstream has stopped.
      if (data.status !== 'cancelled') expect(data.cost).toBe(task?.cost)
    }
  } finally {
    receiver.close()
    await portico.close()
  }
})

test('a task that is cancelled at any moment has one end, which stays, and one price', async () => {
  test.setTimeout(240_000)
  const receiver = await openReceiver()
  const portico = await openPortico('videos-cancel', {
    OUTBOUND_ALLOW: '127.0.0.1',
    RATE_LIMIT_VIDEO_CREATE: '1000000',
  })
  try {
    const cancelAfter = async (millis: number) => {
      const id = await createTask(portico, `A kite, cut after ${millis}`, receiver.url)
      await new Promise((resolve) => setTimeout(resolve, millis))
      const answer = await portico.post(`/v1/videos/generations/${id}/cancel`)
      const read = async () =>
        VideoTask.parse(await (await portico.get(`/v1/videos/generations/${id}`)).json())
      const { status } = await read()
      expect([answer.status, status]).toEqual(answer.status === 200 ? [200, 'cancelled'] : [409, 'completed'])
      return { id, status, read }
    }
    const moments = [0, 30, 100, 300, 700, 1200, 2000, 4000]
    const tasks = await Promise.all(moments.map(cancelAfter))
    await expect.poll(async () => (await readBalance(portico)).held, { timeout: 120_000 }).toBe('0.000000')
    for (const { status, read } of tasks) expect((await read()).status).toBe(status)
    await expectPaidOnce(portico, await listTasks(portico))
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(moments.length)
    const told = receiver.received.map(({ body }) => CallbackBody.parse(JSON.parse(body)).data)
    expect(new Map(told.map(({ id, status }) => [id, status]))).toEqual(
      new Map(tasks.map(({ id, status }) => [id, status])),
    )
  } finally {
    receiver.close()
    await portico.close()
  }
})
