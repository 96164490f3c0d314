import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import OpenAI from 'openai'
import type { ImageGenerateParamsNonStreaming, ImagesResponse } from 'openai/resources/images'
import sharp from 'sharp'
import { z } from 'zod'
import { BalanceReply } from '../../lib/billing/schema'
import { CreatedImageTask, ImageHistoryReply, type ImageRecord, ImageTask } from '../../lib/images/schema'
import { parseUsd } from '../../lib/platform/money'
import { RecentReply } from '../../lib/usage/schema'
import { startPortico } from '../../scripts/testing/portico.mjs'
import { readDemo } from '../demo'

test("OpenAI's client draws: its request is ours, and the completed task is its answer", async () => {
  const client = new OpenAI({
    baseURL: `${process.env.E2E_URL}/v1`,
    apiKey: readDemo().api_key,
    maxRetries: 0,
  })
  const body: ImageGenerateParamsNonStreaming = {
    model: 'sandbox/image-1',
    prompt: 'A lighthouse in a storm',
    n: 2,
    size: '1024x1024',
    quality: 'low',
    output_format: 'webp',
    output_compression: 80,
    background: 'opaque',
    moderation: 'low',
  }
  const { id } = CreatedImageTask.parse(await client.post('/images/generations/async', { body }))
  let answer: (ImagesResponse & { status?: string }) | undefined
  await expect
    .poll(async () => {
      answer = await client.get<ImagesResponse & { status?: string }>(`/images/generations/${id}`)
      return answer.status
    })
    .toBe('completed')
  expect(answer).toMatchObject({ size: '1024x1024', quality: 'low', output_format: 'webp' })
  expect(answer?.usage?.input_tokens_details).toEqual({ text_tokens: expect.any(Number), image_tokens: 0 })
  expect(answer?.data).toHaveLength(2)
  for (const image of ImageTask.parse(answer).data) {
    const inline = Buffer.from(image.b64_json ?? '', 'base64')
    expect(await sharp(inline).metadata()).toMatchObject({ format: 'webp', width: 1024, height: 1024 })
    const linked = await fetch(image.object_url ?? '')
    expect(linked.headers.get('content-type')).toBe('image/webp')
    expect(Buffer.from(await linked.arrayBuffer()).equals(inline)).toBe(true)
  }
})

const TASKS = 50
const DEMO_CREDIT = 25n * 10n ** 9n

type Portico = Awaited<ReturnType<typeof startPortico>>

function serverPids(parent: number): number[] {
  return execFileSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
}

/** A tenth fails for good, a tenth is hard for the upstream and cancelled; all take a while. */
function promptOf(i: number): string {
  if (i % 10 === 3) return 'A storm [[delay:200ms]] [[fail:content_policy_violation]]'
  if (i % 10 === 6) return 'A never-ending road [[hang]]'
  return `A kite number ${i} [[delay:300ms]]`
}

async function readAll(url: string, headers: Record<string, string>): Promise<ImageRecord[]> {
  const response = await fetch(`${url}/api-account/user/images?limit=100`, { headers })
  return ImageHistoryReply.parse(await response.json()).items
}

test('fifty tasks outlive a kill -9: each ends once, and is charged at most once', async () => {
  test.setTimeout(300_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-images-'))
  const settings = { DATA_DIR: dataDir, RATE_LIMIT_IMAGE_CREATE: '1000000', LOG_LEVEL: 'error' }
  const start = (name: string): Promise<Portico> =>
    startPortico(process.cwd(), { logFile: join('.cache', 'test', `images-${name}.log`), settings })
  let portico = await start('first')
  try {
    const { api_key: key } = z
      .object({ api_key: z.string() })
      .parse(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')))
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const post = (path: string, body: object = {}) =>
      fetch(`${portico.url}/v1/images${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    for (let i = 0; i < TASKS; i++) {
      const body = { model: 'sandbox/image-1', prompt: promptOf(i), size: '256x256', quality: 'low' }
      expect((await post('/generations/async', body)).status).toBe(200)
    }
    const ended = async () =>
      (await readAll(portico.url, headers)).filter(({ finished_at }) => finished_at !== null).length
    await expect.poll(ended, { timeout: 60_000 }).toBeGreaterThan(8)
    for (const pid of [...serverPids(portico.pid ?? 0), portico.pid ?? 0]) process.kill(pid, 'SIGKILL')
    portico = await start('second')
    for (const { id, prompt } of await readAll(portico.url, headers))
      if (prompt?.includes('[[hang]]')) expect((await post(`/generations/${id}/cancel`)).status).toBe(200)

    await expect.poll(ended, { timeout: 180_000, intervals: [1000] }).toBe(TASKS)
    const records = await readAll(portico.url, headers)
    const count = (status: string) => records.filter((record) => record.status === status).length
    expect([count('completed'), count('failed'), count('cancelled')]).toEqual([40, 5, 5])
    const balance = async () =>
      BalanceReply.parse(await (await fetch(`${portico.url}/api-account/user/balance`, { headers })).json())
    await expect.poll(async () => (await balance()).held, { timeout: 90_000 }).toBe('0.000000')
    expect(parseUsd((await balance()).balance)).toBe(DEMO_CREDIT - 40n * 5_000_000n)
    const usage = await fetch(`${portico.url}/api-account/user/usage/recent?limit=100`, { headers })
    const rows = RecentReply.parse(await usage.json()).items
    expect(rows.filter(({ status }) => status === 'success')).toHaveLength(40)
    expect(rows.filter(({ status }) => status === 'failed')).toHaveLength(5)
    expect(new Set(rows.map(({ task_id }) => task_id)).size).toBe(45)
  } finally {
    await portico.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
