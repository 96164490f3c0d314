import { expect, test } from '@playwright/test'
import OpenAI from 'openai'
import type { ImageGenerateParamsNonStreaming, ImagesResponse } from 'openai/resources/images'
import sharp from 'sharp'
import { CreatedImageTask, ImageTask } from '../../lib/images/schema'
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
