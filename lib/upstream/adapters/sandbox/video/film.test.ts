import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { filmOrder } from '../testing'
import { composeSound } from './encode'
import { buildFilm, measureFilm } from './film'
import { drawLayer, type Frame, newFrame, readMedia, toLayer } from './layers'
import type { RenderJob } from './order'

const order = filmOrder({ prompt: 'A fox by a mountain lake at sunset', seconds: 2 })
const last = 47

/** The frames of a film, as they go to the encoder. */
async function drawFilm(job: RenderJob, indices: readonly number[]): Promise<Frame[]> {
  const media = await readMedia(job)
  const measure = measureFilm(job.order, media.first)
  const drawFrame = await buildFilm(job.order, measure, media)
  return indices.map((index) => {
    const frame = newFrame(measure)
    drawFrame(frame, index)
    return frame
  })
}

/** The mean difference of the colours, without the lower right corner, where the label is. */
function frameDistance({ width, height, pixels }: Frame, other: Frame): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at < width * height * 4; at++) {
    const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)]
    if (at % 4 === 3 || (x > width * 0.6 && y > height * 0.85)) continue
    sum += Math.abs((pixels[at] ?? 0) - (other.pixels[at] ?? 0))
    count++
  }
  return sum / count
}

async function draw(more: Parameters<typeof filmOrder>[0], index = 20): Promise<Frame> {
  const [frame] = await drawFilm({ order: { ...order, ...more }, media: [] }, [index])
  if (frame === undefined) throw new Error('no frame')
  return frame
}

/** In a process of its own, as films are made: what the encoder's runtime does to the one that loads it stays there. */
async function hashFilms(...orders: object[]): Promise<string[]> {
  const root = pathToFileURL(`${process.cwd()}/`).href
  const program = `import { createHash } from 'node:crypto'
    await import('${root}scripts/steps/load-typescript.mjs')
    const { renderFilm } = await import('${root}lib/upstream/adapters/sandbox/video/film.ts')
    const now = Date.now()
    let days = 0
    Date.now = () => now + days * 24 * 3600 * 1000
    const hashes = []
    for (const order of ${JSON.stringify(orders)}) {
      const { video } = await renderFilm({ order, media: [] }, async () => {})
      days += 1
      hashes.push(createHash('sha256').update(video).digest('hex'))
    }
    process.stdout.write(JSON.stringify(hashes))
    process.exit(0)`
  const file = join(mkdtempSync(join(tmpdir(), 'films-')), 'hash.mjs')
  writeFileSync(file, program)
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  return z.array(z.string()).parse(JSON.parse(stdout))
}

it('the same words, settings and seed make the same bytes, whenever and for whomever; others do not', async () => {
  const one = { ...order, seconds: 1, resolution: '480p', generateAudio: true }
  const [first, again, ...others] = await hashFilms(
    one,
    { ...one, customerId: 'cus_other', orderedAt: one.orderedAt + 1 },
    { ...one, prompt: 'A dog on the beach' },
    { ...one, seed: one.seed + 1 },
    { ...one, generateAudio: false },
  )
  expect(again).toBe(first)
  expect(new Set([first, ...others]).size).toBe(4)
}, 60_000)

describe('from words', () => {
  it('the same order makes the same film', async () => {
    expect(Buffer.from((await draw({})).pixels).equals((await draw({})).pixels)).toBe(true)
  })

  it('another seed or other words make another', async () => {
    const film = await draw({})
    expect(frameDistance(film, await draw({ seed: 8 }))).toBeGreaterThan(2)
    expect(frameDistance(film, await draw({ prompt: 'Neon city in the rain at night' }))).toBeGreaterThan(8)
  })

  it('things move, and the camera too unless it is fixed', async () => {
    const [first, end] = await drawFilm({ order, media: [] }, [0, last])
    const [fixedFirst, fixedEnd] = await drawFilm({ order: { ...order, cameraFixed: true }, media: [] }, [
      0,
      last,
    ])
    if (!first || !end || !fixedFirst || !fixedEnd) throw new Error('no frames')
    const moved = frameDistance(first, end)
    const stood = frameDistance(fixedFirst, fixedEnd)
    expect(stood).toBeGreaterThan(0.05)
    expect(moved).toBeGreaterThan(stood)
  })

  it('the text appears while it is read, and is gone at the end', async () => {
    const wordless = { ...order, prompt: '狐狸', cameraFixed: true }
    const said = { ...wordless, prompt: '狐狸 [[say:A fox]]' }
    const [plain, plainEnd] = await drawFilm({ order: wordless, media: [] }, [28, last])
    const [set, setEnd] = await drawFilm({ order: said, media: [] }, [28, last])
    if (!plain || !plainEnd || !set || !setEnd) throw new Error('no frames')
    expect(frameDistance(plain, set)).toBeGreaterThan(0.2)
    expect(frameDistance(plainEnd, setEnd)).toBe(0)
  })

  it('a watermark is there when it was asked for', async () => {
    const plain = await draw({ cameraFixed: true })
    const marked = await draw({ cameraFixed: true, watermark: true })
    expect(frameDistance(plain, marked)).toBeGreaterThan(0.05)
  })
})

describe('from pictures', () => {
  let first: Buffer
  let end: Buffer
  beforeAll(async () => {
    first = await gradient('#204060', '#f0a060')
    end = await gradient('#105020', '#e0e0f0')
  })

  it('starts as the first, to the pixel, and ends as the last', async () => {
    const media = [
      { role: 'first_frame' as const, bytes: first },
      { role: 'last_frame' as const, bytes: end },
    ]
    const photo = { ...order, prompt: 'Snow falls over the sea', ratio: '4:3' as const }
    const [opening, middle, close] = await drawFilm({ order: photo, media }, [0, 24, last])
    if (!opening || !middle || !close) throw new Error('no frames')
    expect(frameDistance(opening, await still(first, opening))).toBeLessThan(0.6)
    expect(frameDistance(close, await still(end, close))).toBeLessThan(0.6)
    expect(frameDistance(middle, opening)).toBeGreaterThan(3)
    expect(frameDistance(middle, close)).toBeGreaterThan(3)
  })

  it('moves into it, unless the camera is fixed', async () => {
    const media = [{ role: 'first_frame' as const, bytes: first }]
    const ends = await drawFilm({ order: { ...order, prompt: 'zoom in' }, media }, [0, last])
    const fixed = await drawFilm({ order: { ...order, prompt: 'zoom in', cameraFixed: true }, media }, [
      0,
      last,
    ])
    const distance = ([one, other]: Frame[]) => (one && other ? frameDistance(one, other) : 0)
    expect(distance(fixed)).toBeLessThan(distance(ends))
  })

  it('adapts its ratio to the picture', async () => {
    const media = [{ role: 'first_frame' as const, bytes: await gradient('#000000', '#ffffff', 300, 500) }]
    const [frame] = await drawFilm({ order: { ...order, ratio: 'adaptive' }, media }, [0])
    expect(frame).toMatchObject({ width: 496, height: 864 })
    const [wide] = await drawFilm({ order: { ...order, ratio: 'adaptive' }, media: [] }, [0])
    expect(wide).toMatchObject({ width: 864, height: 496 })
  })

  it('shows references inside the scene', async () => {
    const reference = { role: 'reference_image' as const, bytes: end }
    const [plain] = await drawFilm({ order, media: [] }, [40])
    const [woven] = await drawFilm({ order, media: [reference] }, [40])
    if (!plain || !woven) throw new Error('no frames')
    expect(frameDistance(plain, woven)).toBeGreaterThan(1)
  })

  it('refuses what is no picture', async () => {
    const media = [{ role: 'first_frame' as const, bytes: Buffer.from('not a picture') }]
    await expect(drawFilm({ order, media }, [0])).rejects.toMatchObject({
      fault: 'rejected',
      code: 'invalid_input',
      param: 'content',
    })
  })

  it.each(['first_frame', 'last_frame', 'reference_image'] as const)(
    'refuses an SVG as %s, saying what is taken',
    async (role) => {
      const media = [
        { role, bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>') },
      ]
      await expect(drawFilm({ order, media }, [0])).rejects.toMatchObject({
        fault: 'rejected',
        code: 'invalid_input',
        message: expect.stringContaining('PNG, JPEG, WebP, AVIF and GIF are supported'),
      })
    },
  )
})

function gradient(from: string, to: string, width = 800, height = 600): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="60%" cy="40%" r="80" fill="#fff"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

async function still(bytes: Buffer, { width, height }: Frame): Promise<Frame> {
  const frame = newFrame({ width, height })
  drawLayer(frame, await toLayer(sharp(bytes).resize(width, height, { fit: 'cover' })), { x: 0, y: 0 })
  return frame
}

it('a film’s sound is as long as the film, quiet, without a click, and the same for the same seed', () => {
  const sound = composeSound(2, 7)
  expect(sound).toHaveLength(2 * 48_000)
  const loudest = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  expect(loudest).toBeGreaterThan(0.05)
  expect(loudest).toBeLessThan(0.7)
  for (const at of [0, -1]) expect(Math.abs(sound.at(at) ?? 1)).toBeLessThan(0.001)
  expect(composeSound(2, 7)).toEqual(sound)
  expect(composeSound(2, 8)).not.toEqual(sound)
})
