import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { CreatedVideo, VideoTask } from '../../lib/videos/schema'
import { openPortico } from '../open-portico'
import { test } from '../test'

// A phone has a camera; here it is Chromium's own test picture.
test.use({ permissions: ['camera'] })

type Portico = Awaited<ReturnType<typeof openPortico>>
type Colour = [red: number, green: number, blue: number]

const TEAL: Colour = [20, 140, 130]

const Answer = z.object({
  Result: z.record(z.string(), z.unknown()).optional(),
  ResponseMetadata: z.unknown(),
})

/** A customer's own server with one picture: a person in front of a teal wall, as far as a test goes. */
async function servePicture() {
  const [r, g, b] = TEAL
  const picture = await sharp({ create: { width: 720, height: 720, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return { url: `http://127.0.0.1:${port}/front.png`, close: () => server.close() }
}

async function act(portico: Portico, action: string, body: object): Promise<Record<string, unknown>> {
  const response = await portico.post(`/v1/portrait?Action=${action}&Version=2024-01-01`, body)
  const { Result, ResponseMetadata } = Answer.parse(await response.json())
  if (!Result) throw new Error(`${action}: ${JSON.stringify(ResponseMetadata)}`)
  return Result
}

/** The phone opens the link and begins; the server dies and comes back; the same page goes on. */
async function verifyPerson(portico: Portico, phone: Page): Promise<string> {
  const callback = 'http://127.0.0.1:9/back'
  const session = await act(portico, 'CreateVisualValidateSession', { CallbackURL: callback })
  await phone.goto(String(session.H5Link))
  await phone.getByRole('button', { name: 'Begin' }).click()
  await expect(phone.getByRole('heading', { name: 'Look into the camera' })).toBeVisible()
  await portico.killAndRestart()
  const landed = phone.waitForRequest((request) => request.url().startsWith(callback))
  await phone.getByRole('button', { name: 'Pass' }).click()
  expect(new URL((await landed).url()).searchParams.get('resultCode')).toBe('10000')
  const result = await act(portico, 'GetVisualValidateResult', { ValidateToken: session.ValidateToken })
  return String(result.GroupId)
}

async function addAsset(portico: Portico, groupId: string, url: string): Promise<string> {
  const { Id } = await act(portico, 'CreateAsset', {
    GroupId: groupId,
    URL: url,
    AssetType: 'Image',
    Name: 'front',
  })
  const status = async () => (await act(portico, 'GetAsset', { Id })).Status
  await expect.poll(status, { timeout: 30_000 }).toBe('Active')
  return String(Id)
}

async function film(portico: Portico, content: object[]): Promise<VideoTask> {
  const response = await portico.post('/v1/videos/generations', {
    model: 'sandbox/video',
    prompt: 'She looks up',
    content,
    duration: 1,
    resolution: '480p',
    camera_fixed: true,
  })
  const { id } = CreatedVideo.parse(await response.json())
  const read = async () => VideoTask.parse(await (await portico.get(`/v1/videos/generations/${id}`)).json())
  await expect.poll(async () => (await read()).status, { timeout: 90_000 }).toBe('completed')
  return read()
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

test('a real person is verified over a kill -9, gets a picture, and is in a video', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const pictures = await servePicture()
  const portico = await openPortico('portraits', { OUTBOUND_ALLOW: '127.0.0.1' })
  try {
    const phone = await context.newPage()
    const groupId = await verifyPerson(portico, phone)
    const assetId = await addAsset(portico, groupId, pictures.url)
    const item = { type: 'image_url', image_url: { url: `asset://${assetId}` }, role: 'first_frame' }
    const { video_url } = await film(portico, [item])
    await page.goto(new URL('/sign-in', video_url ?? '').href)
    const colour = await firstColour(page, video_url ?? '')
    for (const [i, value] of TEAL.entries()) expect(Math.abs((colour[i] ?? 0) - value)).toBeLessThan(25)

    const unknown = { ...item, image_url: { url: 'asset://asset-20260101000000-0000000000' } }
    const refused = await portico.post('/v1/videos/generations', {
      model: 'sandbox/video',
      prompt: 'Nobody',
      content: [unknown],
    })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { param: expect.stringContaining('content') } })
  } finally {
    pictures.close()
    await portico.close()
  }
})
