import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { BalanceReply } from '../../lib/billing/schema'
import { WebhookSettings } from '../../lib/callbacks/schema'
import { ImageHistoryReply, type ImageRecord } from '../../lib/images/schema'
import { parseUsd } from '../../lib/platform/money'
import { type RecentItem, RecentReply } from '../../lib/usage/schema'
import { CreatedVideo, VideoList, VideoTask } from '../../lib/videos/schema'
import { openPortico } from '../open-portico'
import { openReceiver } from '../open-receiver'

/**
 * Chats, a tenth of them hung up on, image tasks and video tasks, and the server killed in the middle of them all. Afterwards
 * every task has ended once and is told of once; the balance is the demo credit less the cost of every recorded request, to the
 * nano-dollar; nothing is held; and every answer that a client got to its end is recorded at the cost that it told.
 */
const CALLS = 500
const AT_ONCE = 16
const IMAGES = 30
const VIDEOS = 15
const DEMO_CREDIT = 25n * 10n ** 9n
const ENDED = ['completed', 'failed', 'cancelled', 'expired']

const WholeAnswer = z.object({ usage: z.object({ cost: z.number() }) })
const CallbackBody = z.object({ type: z.string(), timestamp: z.iso.datetime(), data: VideoTask })

type Portico = Awaited<ReturnType<typeof openPortico>>
type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** By request: what its answer said it cost; undefined where it was a stream that had come to its end. */
type Costs = Map<string, number | undefined>

function chatPromptOf(i: number): string {
  const kinds = ['[[status:500]]', '[[cut:4]] tell me', '[[empty]]']
  return kinds[(i % 10) - 7] ?? `[[tokens:${20 + (i % 60)}]] [[chunk-delay:2ms]] hello number ${i}`
}

async function chat(portico: Portico, i: number, costs: Costs): Promise<void> {
  const hangUp = new AbortController()
  const stream = i % 2 === 0
  const body = {
    model: i % 3 ? 'sandbox/chat' : 'sandbox/chat-pro',
    stream,
    messages: [{ role: 'user', content: chatPromptOf(i) }],
  }
  const response = await portico.post('/v1/chat/completions', body, { signal: hangUp.signal })
  if (i % 10 !== 4) {
    const text = await response.text()
    const id = response.headers.get('x-request-id') ?? ''
    if (response.ok && !stream) costs.set(id, WholeAnswer.parse(JSON.parse(text)).usage.cost)
    if (text.endsWith('data: [DONE]\n\n')) costs.set(id, undefined)
    return
  }
  const reader = response.body?.getReader()
  for (let chunks = 0; chunks < 4; chunks++) await reader?.read()
  hangUp.abort()
}

/** Of both kinds a fifth fails for good, a fifth never ends and is cancelled; all take a while. */
function taskPromptOf(i: number): string {
  if (i % 5 === 1) return 'A storm [[delay:300ms]] [[fail:content_policy_violation]]'
  if (i % 5 === 3) return 'A never-ending road [[hang]]'
  return `A paper boat, take ${i} [[delay:300ms]]`
}

async function createImages(portico: Portico): Promise<void> {
  for (let i = 0; i < IMAGES; i++) {
    const body = { model: 'sandbox/image-1', prompt: taskPromptOf(i), size: '256x256', quality: 'low' }
    expect((await portico.post('/v1/images/generations/async', body)).status).toBe(200)
  }
}

async function createVideos(portico: Portico, callbackUrl: string): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < VIDEOS; i++) {
    const response = await portico.post('/v1/videos/generations', {
      model: 'sandbox/video-fast',
      prompt: taskPromptOf(i),
      duration: 1,
      resolution: '480p',
      ratio: '1:1',
      callback_url: callbackUrl,
    })
    expect(response.status).toBe(200)
    ids.push(CreatedVideo.parse(await response.json()).id)
  }
  return ids
}

async function readImages(portico: Portico): Promise<ImageRecord[]> {
  const response = await portico.get('/api-account/user/images?limit=100')
  return ImageHistoryReply.parse(await response.json()).items
}

async function readVideos(portico: Portico): Promise<VideoTask[]> {
  return VideoList.parse(await (await portico.get('/v1/videos/generations?limit=100')).json()).data
}

async function readRows(portico: Portico): Promise<RecentItem[]> {
  const rows: RecentItem[] = []
  let cursor = ''
  do {
    const response = await portico.get(`/api-account/user/usage/recent?limit=100&cursor=${cursor}`)
    const page = RecentReply.parse(await response.json())
    rows.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== '')
  return rows
}

/** All calls, the server killed after half of them. Those that are under way then fail: that is the point. */
async function chatOverAKill(portico: Portico): Promise<Costs> {
  const costs: Costs = new Map()
  let next = 0
  let restart: Promise<void> | undefined
  const worker = async () => {
    while (next < CALLS) {
      const i = next++
      if (i === CALLS / 2) restart = portico.killAndRestart()
      if (restart) await restart
      await chat(portico, i, costs).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return costs
}

async function cancelHanging(portico: Portico, videoIds: string[]): Promise<void> {
  for (const { id, prompt } of await readImages(portico))
    if (prompt?.includes('[[hang]]'))
      expect((await portico.post(`/v1/images/generations/${id}/cancel`)).status).toBe(200)
  for (const [i, id] of videoIds.entries())
    if (taskPromptOf(i).includes('[[hang]]'))
      expect((await portico.post(`/v1/videos/generations/${id}/cancel`)).status).toBe(200)
}

/** Of `all` tasks three fifths are done, a fifth failed and a fifth was cancelled. */
function expectEnds(tasks: { status: string }[], all: number): void {
  const count = (status: string) => tasks.filter((task) => task.status === status).length
  expect([count('completed'), count('failed'), count('cancelled')]).toEqual([(all / 5) * 3, all / 5, all / 5])
}

async function expectMoney(portico: Portico, costs: Costs, done: string[]): Promise<void> {
  const balance = async () =>
    BalanceReply.parse(await (await portico.get('/api-account/user/balance')).json())
  await expect.poll(async () => (await balance()).held, { timeout: 90_000 }).toBe('0.000000')
  const rows = await readRows(portico)
  const nanosOf = new Map(rows.map(({ id, cost }) => [id, parseUsd(cost) ?? 0n]))
  const charged = [...nanosOf.values()].reduce((sum, cost) => sum + cost, 0n)
  expect(parseUsd((await balance()).balance)).toBe(DEMO_CREDIT - charged)
  expect(costs.size).toBeGreaterThan(CALLS * 0.5)
  for (const [id, cost] of costs) {
    expect(nanosOf.has(id), id).toBe(true)
    if (cost !== undefined) expect(Number(nanosOf.get(id)), id).toBe(Math.round(cost * 1e9))
  }
  const ofTasks = rows.flatMap(({ task_id }) => task_id ?? [])
  expect(new Set(ofTasks).size).toBe(ofTasks.length)
  const booked = rows.flatMap(({ task_id, status }) => (task_id && status === 'success' ? task_id : []))
  expect(booked).toEqual(expect.arrayContaining(done))
}

/** A delivery that was under way when the process died may come twice, but never as two events. */
async function expectCallbacks(portico: Portico, receiver: Receiver, tasks: VideoTask[]): Promise<void> {
  const { secret } = WebhookSettings.parse(await (await portico.get('/api-account/user/webhooks')).json())
  const delivered = () =>
    new Map(receiver.received.map((received) => [String(received.headers['webhook-id']), received]))
  await expect.poll(() => delivered().size, { timeout: 90_000 }).toBe(tasks.length)
  const events = [...delivered().values()].map((received) =>
    CallbackBody.parse(receiver.verify(secret, received)),
  )
  expect(events.map(({ data }) => data.id).sort()).toEqual(tasks.map(({ id }) => id).sort())
  for (const { type, data } of events) {
    const task = tasks.find(({ id }) => id === data.id)
    expect([type, data.status]).toEqual([`video.generation.${task?.status}`, task?.status])
    // What a cancelled one costs is known only when the upstream has stopped.
    if (data.status !== 'cancelled') expect(data.cost).toBe(task?.cost)
  }
}

test('chats, image tasks and video tasks outlive a kill -9: each ends once and is charged at most once', async () => {
  test.setTimeout(400_000)
  const receiver = await openReceiver()
  const portico = await openPortico('crash', {
    OUTBOUND_ALLOW: '127.0.0.1',
    RATE_LIMIT_CHAT: '1000000',
    RATE_LIMIT_IMAGE_CREATE: '1000000',
    RATE_LIMIT_VIDEO_CREATE: '1000000',
    LOG_LEVEL: 'silent',
  })
  try {
    const videoIds = await createVideos(portico, receiver.url)
    await createImages(portico)
    const costs = await chatOverAKill(portico)
    await cancelHanging(portico, videoIds)
    const countOpen = async () =>
      [...(await readImages(portico)), ...(await readVideos(portico))].filter(
        ({ status }) => !ENDED.includes(status),
      ).length
    await expect.poll(countOpen, { timeout: 240_000, intervals: [1000] }).toBe(0)
    const [images, videos] = [await readImages(portico), await readVideos(portico)]
    expectEnds(images, IMAGES)
    expectEnds(videos, VIDEOS)
    const done = [...images, ...videos].filter(({ status }) => status === 'completed').map(({ id }) => id)
    await expectMoney(portico, costs, done)
    await expectCallbacks(portico, receiver, videos)
  } finally {
    receiver.close()
    await portico.close()
  }
})
