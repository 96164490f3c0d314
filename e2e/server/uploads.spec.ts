import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { type APIRequestContext, expect } from '@playwright/test'
import { readDemo } from '../read-demo'
import { test } from '../test'

const MEBIBYTE = 1024 * 1024

async function presign(request: APIRequestContext, bytes: Buffer) {
  const response = await request.post('/v1/uploads/presign', {
    headers: { authorization: `Bearer ${readDemo().api_key}` },
    data: {
      purpose: 'image_edit_source',
      content_type: 'image/png',
      content_length: bytes.length,
      content_md5: createHash('md5').update(bytes).digest('base64'),
      checksum_sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  })
  expect(response.status()).toBe(200)
  return response.json()
}

/** A blank page of another origin. On this machine too: browsers keep pages from elsewhere away from it. */
async function openOtherSite(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>elsewhere</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

test('the largest upload is PUT with exactly the required headers, and with nothing else', async ({
  request,
}) => {
  const bytes = randomBytes(25 * MEBIBYTE)
  const { upload_url: url, required_headers: headers } = await presign(request, bytes)
  const refused = await request.put(url, {
    headers: { ...headers, 'Content-Type': 'image/jpeg' },
    data: bytes,
  })
  expect([refused.status(), (await refused.json()).error.code]).toEqual([400, 'upload_content_mismatch'])
  expect((await request.put(url, { headers, data: bytes })).status()).toBe(200)
})

test('a page of another site may PUT an upload, and read why one was refused', async ({ page, request }) => {
  const bytes = randomBytes(MEBIBYTE)
  const { upload_url: url, required_headers: headers } = await presign(request, bytes)
  await page.goto(await openOtherSite())
  const put = (base64: string) =>
    page.evaluate(
      async ({ url, headers, base64 }) => {
        const body = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
        const response = await fetch(url, { method: 'PUT', headers, body })
        const text = await response.text()
        return [response.status, text === '' ? null : JSON.parse(text).error.code]
      },
      { url, headers, base64 },
    )
  expect(await put(bytes.subarray(1).toString('base64'))).toEqual([400, 'upload_content_mismatch'])
  expect(await put(bytes.toString('base64'))).toEqual([200, null])
})
