import { expect, test } from '@playwright/test'
import OpenAI from 'openai'
import type { ImageGenerateParamsNonStreaming, ImagesResponse } from 'openai/resources/images'
import sharp from 'sharp'
import { BalanceReply } from '../../lib/billing/schema'
import { CreatedImageTask, ImageHistoryReply, type ImageRecord, ImageTask } from '../../lib/images/schema'
import { parseUsd } from '../../lib/platform/money'
import { RecentReply } from '../../lib/usage/schema'
import { openPortico } from '../open-portico'
import { readDemo } from '../read-demo'

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
    .poll(
      async () => {
        answer = await client.get<ImagesResponse & { status?: string }>(`/images/generations/${id}`)
        return answer.status
      },
      { timeout: 60_000 },
    )
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

type Portico = Awaited<ReturnType<typeof openPortico>>

/** A tenth fails for good, a tenth is hard for the upstream and cancelled; all take a while. */
function promptOf(i: number): string {
  if (i % 10 === 3) return 'A storm [[delay:200ms]] [[fail:content_policy_violation]]'
  if (i % 10 === 6) return 'A never-ending road [[hang]]'
  return `A kite number ${i} [[delay:300ms]]`
}

async function readAll(portico: Portico): Promise<ImageRecord[]> {
  const response = await portico.get('/api-account/user/images?limit=100')
  return ImageHistoryReply.parse(await response.json()).items
}

test('fifty tasks outlive a kill -9: each ends once, and is charged at most once', async () => {
  test.setTimeout(300_000)
  const portico = await openPortico('images', { RATE_LIMIT_IMAGE_CREATE: '1000000' })
  try {
    for (let i = 0; i < TASKS; i++) {
      const body = { model: 'sandbox/image-1', prompt: promptOf(i), size: '256x256', quality: 'low' }
      expect((await portico.post('/v1/images/generations/async', body)).status).toBe(200)
    }
    const ended = async () =>
      (await readAll(portico)).filter(({ finished_at }) => finished_at !== null).length
    await expect.poll(ended, { timeout: 60_000 }).toBeGreaterThan(8)
    await portico.killAndRestart()
    for (const { id, prompt } of await readAll(portico))
      if (prompt?.includes('[[hang]]'))
        expect((await portico.post(`/v1/images/generations/${id}/cancel`)).status).toBe(200)

    await expect.poll(ended, { timeout: 180_000, intervals: [1000] }).toBe(TASKS)
    const records = await readAll(portico)
    const count = (status: string) => records.filter((record) => record.status === status).length
    expect([count('completed'), count('failed'), count('cancelled')]).toEqual([40, 5, 5])
    const balance = async () =>
      BalanceReply.parse(await (await portico.get('/api-account/user/balance')).json())
    await expect.poll(async () => (await balance()).held, { timeout: 90_000 }).toBe('0.000000')
    expect(parseUsd((await balance()).balance)).toBe(DEMO_CREDIT - 40n * 5_000_000n)
    const usage = await portico.get('/api-account/user/usage/recent?limit=100')
    const rows = RecentReply.parse(await usage.json()).items
    expect(rows.filter(({ status }) => status === 'success')).toHaveLength(40)
    expect(rows.filter(({ status }) => status === 'failed')).toHaveLength(5)
    expect(new Set(rows.map(({ task_id }) => task_id)).size).toBe(45)
  } finally {
    await portico.close()
  }
})
