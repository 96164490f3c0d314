import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { CreatedImageTask, ImageHistoryReply } from '../../lib/media/images/schema'
import { CreatedVideo, VideoList, VideoTask } from '../../lib/media/videos/schema'
import { BalanceReply } from '../../lib/money/ledger/schema'
import { RecentReply } from '../../lib/money/usage/schema'
import { parseUsd } from '../../lib/platform/money'
import { WebhookSettings } from '../../lib/work/deliveries/schema'
import { openPortico } from '../open-portico'
import { openReceiver } from '../open-receiver'
import { openPage, test } from '../test'

/**
 * A server with all kinds of work under way (answers, pictures, films, a person before a phone's camera) is killed. Afterwards
 * each work has one end and one price, and the balance is the credit less what is on record, to the nano-dollar.
 */
test.describe.configure({ mode: 'serial', timeout: 300_000 })

const CALLS = 600
const AT_ONCE = 24
const PICTURES = 20
const FILMS = 5
const DEMO_CREDIT = 25n * 10n ** 9n
const PICTURE_COST = '0.005000'
const CALLBACK = 'http://127.0.0.1:9/back'
const slow = { timeout: 180_000 }

let portico: Awaited<ReturnType<typeof openPortico>>
let receiver: Awaited<ReturnType<typeof openReceiver>>
let phone: Page
let groupId: string
let filmIds: string[]
/** By request: what its answer said it cost; undefined where it was a stream that had ended. */
const reportedCosts = new Map<string, number | undefined>()

test.beforeAll(async ({ browser }) => {
  receiver = await openReceiver()
  const unlimited = ['CHAT', 'IMAGE_CREATE', 'VIDEO_CREATE'].map((kind) => [`RATE_LIMIT_${kind}`, '1000000'])
  const settings = {
    OUTBOUND_ALLOW: '127.0.0.1',
    LOG_LEVEL: 'silent',
    VALIDATE_TTL_SECONDS: '3600', // the check outlives the restart, however long that takes
    ...Object.fromEntries(unlimited),
  }
  portico = await openPortico('killed', settings)
  // A phone has a camera; here it is Chromium's own test picture.
  phone = await openPage(browser, { permissions: ['camera'] })
  const pictureIds = await Promise.all(Array.from({ length: PICTURES }, (_, i) => draw(picturePrompt(i))))
  filmIds = await Promise.all(Array.from({ length: FILMS }, (_, i) => film(filmPrompt(i))))
  await expect.poll(async () => (await pictures()).filter(isEnded).length, slow).toBeGreaterThan(5)
  await expect.poll(async () => (await films()).filter(isEnded).length, slow).toBeGreaterThan(1)
  const check = await beginCheck()
  await askAndKill(async () => {
    await portico.killAndRestart()
    groupId = await pass(check)
  })
  const hanging = [
    ...pictureIds
      .filter((_, i) => picturePrompt(i).includes('[[hang]]'))
      .map((id) => `images/generations/${id}`),
    ...filmIds.filter((_, i) => filmPrompt(i).includes('[[hang]]')).map((id) => `videos/generations/${id}`),
  ]
  for (const task of hanging) expect((await portico.post(`/v1/${task}/cancel`)).status).toBe(200)
})
test.afterAll(async () => {
  await phone?.context().close()
  receiver?.close()
  await portico?.close()
})

/** A tenth fails for good, a tenth never ends and is cancelled; all take a while. */
function picturePrompt(i: number): string {
  if (i % 10 === 3) return 'A storm [[delay:200ms]] [[fail:content_policy_violation]]'
  if (i % 10 === 6) return 'A never-ending road [[hang]]'
  return `A kite number ${i} [[delay:300ms]]`
}

/** A fifth fails for good, a fifth never ends and is cancelled, the rest is really filmed. */
function filmPrompt(i: number): string {
  if (i % 5 === 1) return 'A storm [[delay:500ms]] [[fail:content_policy_violation]]'
  if (i % 5 === 3) return 'A never-ending road [[hang]]'
  return `A paper boat, take ${i}`
}

async function draw(prompt: string): Promise<string> {
  const body = { model: 'sandbox/image-1', prompt, size: '256x256', quality: 'low' }
  const response = await portico.post('/v1/images/generations/async', body)
  expect(response.status).toBe(200)
  return CreatedImageTask.parse(await response.json()).id
}

async function film(prompt: string, more: object = {}): Promise<string> {
  const small = { model: 'sandbox/video-fast', duration: 1, resolution: '480p', ratio: '1:1' }
  const body = { ...small, prompt, callback_url: receiver.url, ...more }
  const response = await portico.post('/v1/videos/generations', body)
  expect(response.status).toBe(200)
  return CreatedVideo.parse(await response.json()).id
}

const read = async (path: string) => (await portico.get(path)).json()
const pictures = async () => ImageHistoryReply.parse(await read('/api-account/user/images?limit=100')).items
const films = async () => VideoList.parse(await read('/v1/videos/generations?limit=100')).data
const readFilm = async (id: string) => VideoTask.parse(await read(`/v1/videos/generations/${id}`))
const readBalance = async () => BalanceReply.parse(await read('/api-account/user/balance'))

const isEnded = ({ status }: { status: string }) => !['queued', 'processing'].includes(status)
const countOf = (tasks: { status: string }[], ...states: string[]) =>
  states.map((state) => tasks.filter(({ status }) => status === state).length)

/** Every request on record, once nothing is held any more. */
async function recorded() {
  await expect.poll(async () => (await readBalance()).held, slow).toBe('0.000000')
  const rows: z.output<typeof RecentReply>['items'] = []
  let cursor = ''
  do {
    const page = RecentReply.parse(await read(`/api-account/user/usage/recent?limit=100&cursor=${cursor}`))
    rows.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== '')
  return rows
}

/** Mixed calls, the server killed amidst them: those that are under way then fail, which is the point. */
async function askAndKill(killAndRestart: () => Promise<void>): Promise<void> {
  let next = 0
  let restart: Promise<void> | undefined
  const worker = async () => {
    while (next < CALLS) {
      const i = next++
      if (i === CALLS / 2) restart = killAndRestart()
      else await call(i).catch(() => undefined)
      await restart
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const WholeAnswer = z.object({ usage: z.object({ cost: z.number() }) })

/** One in ten is hung up on. */
async function call(i: number): Promise<void> {
  const hangUp = new AbortController()
  const kinds = ['[[status:500]]', '[[cut:4]] tell me', '[[empty]]']
  const content = kinds[(i % 10) - 7] ?? `[[tokens:${20 + (i % 60)}]] [[chunk-delay:2ms]] hello number ${i}`
  const stream = i % 2 === 0
  const model = i % 3 ? 'sandbox/chat' : 'sandbox/chat-pro'
  const body = { model, stream, messages: [{ role: 'user', content }] }
  const response = await portico.post('/v1/chat/completions', body, { signal: hangUp.signal })
  if (i % 10 === 4) {
    const reader = response.body?.getReader()
    for (let chunks = 0; chunks < 4; chunks++) await reader?.read()
    return hangUp.abort()
  }
  const text = await response.text()
  const id = response.headers.get('x-request-id') ?? ''
  if (response.ok && !stream) reportedCosts.set(id, WholeAnswer.parse(JSON.parse(text)).usage.cost)
  if (text.endsWith('data: [DONE]\n\n')) reportedCosts.set(id, undefined)
}

test('a person whose check went on gets a picture, and is in a film', async ({ page }) => {
  const picture = await servePicture()
  const assetId = await addAsset(groupId, picture.url)
  picture.close()
  const item = { type: 'image_url', image_url: { url: `asset://${assetId}` }, role: 'first_frame' }
  const more = {
    model: 'sandbox/video',
    content: [item],
    camera_fixed: true,
    ratio: undefined,
    callback_url: undefined,
  }
  const id = await film('She looks up', more)
  await expect.poll(async () => (await readFilm(id)).status, slow).toBe('completed')
  const url = (await readFilm(id)).video_url ?? ''
  await page.goto(new URL('/sign-in', url).href)
  const colour = await firstColour(page, url)
  for (const [i, value] of TEAL.entries()) expect(Math.abs((colour[i] ?? 0) - value)).toBeLessThan(25)
})

test('answers, pictures and films: all that is on record is paid for once, and nothing else', async () => {
  await expect.poll(async () => (await pictures()).every(isEnded), slow).toBe(true)
  await expect.poll(async () => (await films()).every(isEnded), slow).toBe(true)
  const rows = await recorded()
  const nanos = rows.reduce((sum, { cost }) => sum + (parseUsd(cost) ?? 0n), 0n)
  expect(parseUsd((await readBalance()).balance)).toBe(DEMO_CREDIT - nanos)
  const ofTasks = rows.filter(({ task_id }) => task_id !== null)
  expect(new Set(ofTasks.map(({ task_id }) => task_id)).size).toBe(ofTasks.length)

  const costs = new Map(rows.map(({ id, cost }) => [id, parseUsd(cost)]))
  expect(rows.length - ofTasks.length).toBeGreaterThan(CALLS * 0.9)
  expect(reportedCosts.size).toBeGreaterThan(CALLS * 0.5)
  for (const [id, cost] of reportedCosts) {
    expect(costs.has(id), id).toBe(true)
    if (cost !== undefined) expect(Number(costs.get(id)), id).toBe(Math.round(cost * 1e9))
  }

  const drawn = await pictures()
  expect(countOf(drawn, 'completed', 'failed', 'cancelled')).toEqual([16, 2, 2])
  const filmed = (await films()).filter(({ id }) => filmIds.includes(id))
  expect(countOf(filmed, 'completed', 'failed', 'cancelled')).toEqual([3, 1, 1])
  const paid = new Map(
    ofTasks.filter(({ status }) => status === 'success').map((row) => [row.task_id, row.cost]),
  )
  for (const { id, status } of drawn)
    expect(paid.get(id), id).toBe(status === 'completed' ? PICTURE_COST : undefined)
  for (const { id, status, cost } of filmed) if (status === 'completed') expect(paid.get(id), id).toBe(cost)
})

const CallbackBody = z.object({ type: z.string(), timestamp: z.iso.datetime(), data: VideoTask })

/** By the event's ID; of other sizes than expected if a film is told of as two events. */
const eventsOf = (received: typeof receiver.received) =>
  new Map(
    received.map(({ headers, body }) => [
      String(headers['webhook-id']),
      CallbackBody.parse(JSON.parse(body)),
    ]),
  )

test('each film is told of once, as it ended', async () => {
  const { secret } = WebhookSettings.parse(await read('/api-account/user/webhooks'))
  // A delivery that was under way when the process died may come twice, but never as two events.
  const events = () => new Map(receiver.received.map((one) => [String(one.headers['webhook-id']), one]))
  await expect.poll(() => events().size, slow).toBe(FILMS)
  const bodies = [...events().values()].map((one) => CallbackBody.parse(receiver.verify(secret, one)))
  expect(bodies.map(({ data }) => data.id).sort()).toEqual(filmIds.toSorted())
  for (const { type, data } of bodies) {
    const task = await readFilm(data.id)
    expect([type, data.status]).toEqual([`video.generation.${task.status}`, task.status])
    // What a cancelled one costs is known only when the upstream has stopped.
    if (data.status !== 'cancelled') expect(data.cost).toBe(task.cost)
  }
})

test('a film that is cancelled at any moment has one end, which stays, and one price', async () => {
  const cancelAfter = async (millis: number) => {
    const id = await film(`A kite, cut after ${millis}`)
    await new Promise((resolve) => setTimeout(resolve, millis))
    const answer = await portico.post(`/v1/videos/generations/${id}/cancel`)
    const { status } = await readFilm(id)
    expect([answer.status, status]).toEqual(answer.status === 200 ? [200, 'cancelled'] : [409, 'completed'])
    return [id, status] as const
  }
  const ends = new Map(await Promise.all([0, 30, 100, 300, 700, 1200, 2000, 4000].map(cancelAfter)))
  const rows = (await recorded()).filter(({ task_id }) => task_id !== null && ends.has(task_id))
  expect(new Set(rows.map(({ task_id }) => task_id)).size).toBe(rows.length)
  for (const [id, status] of ends) {
    const task = await readFilm(id)
    expect(task.status).toBe(status)
    const row = rows.find(({ task_id }) => task_id === id)
    if (status === 'completed') expect(row?.cost).toBe(task.cost)
  }
  // A delivery whose answer came late may come twice, but never as two events.
  const events = () => [...eventsOf(receiver.received).values()].filter(({ data }) => ends.has(data.id))
  await expect.poll(() => events().length, slow).toBe(ends.size)
  expect(new Map(events().map(({ data: { id, status } }) => [id, status]))).toEqual(ends)
})

const Answer = z.object({
  Result: z.record(z.string(), z.unknown()).optional(),
  ResponseMetadata: z.unknown(),
})

async function act(action: string, body: object): Promise<Record<string, unknown>> {
  const response = await portico.post(`/v1/portrait?Action=${action}&Version=2024-01-01`, body)
  const { Result, ResponseMetadata } = Answer.parse(await response.json())
  if (!Result) throw new Error(`${action}: ${JSON.stringify(ResponseMetadata)}`)
  return Result
}

async function beginCheck(): Promise<Record<string, unknown>> {
  const begun = await act('CreateVisualValidateSession', { CallbackURL: CALLBACK })
  await phone.goto(String(begun.H5Link))
  await phone.getByRole('checkbox').check()
  await phone.getByRole('button', { name: 'Begin' }).click()
  await expect(phone.getByRole('heading', { name: 'Look into the camera' })).toBeVisible()
  return begun
}

/** On the page that was open all the while. */
async function pass(check: Record<string, unknown>): Promise<string> {
  const landed = phone.waitForRequest((request) => request.url().startsWith(CALLBACK))
  await phone.getByRole('button', { name: 'Pass' }).click()
  expect(new URL((await landed).url()).searchParams.get('resultCode')).toBe('10000')
  return String((await act('GetVisualValidateResult', { ValidateToken: check.ValidateToken })).GroupId)
}

async function addAsset(GroupId: string, URL: string): Promise<string> {
  const { Id } = await act('CreateAsset', { GroupId, URL, AssetType: 'Image', Name: 'front' })
  await expect.poll(async () => (await act('GetAsset', { Id })).Status, slow).toBe('Active')
  return String(Id)
}

const TEAL = [20, 140, 130] as const

/** A customer's own server with one picture: a person in front of a teal wall, as far as a test goes. */
async function servePicture() {
  const [r, g, b] = TEAL
  const create = { width: 720, height: 720, channels: 3, background: { r, g, b } } as const
  const bytes = await sharp({ create }).png().toBuffer()
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(bytes),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return { url: `http://127.0.0.1:${port}/front.png`, close: () => server.close() }
}

/** The colour in the middle of the first frame that Chromium shows. */
function firstColour(page: Page, videoUrl: string): Promise<number[]> {
  return page.evaluate(async (src) => {
    const video = document.createElement('video')
    video.muted = true
    video.src = src
    document.body.append(video)
    // A video that never played has no picture to draw in a headless browser.
    const painted = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
    await video.play()
    await painted
    const canvas = document.createElement('canvas')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(video, 0, 0)
    const pixel = drawing?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []
    return Array.from(pixel).slice(0, 3)
  }, videoUrl)
}
