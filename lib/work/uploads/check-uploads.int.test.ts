import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { closeDatabase } from '@/lib/platform/instance'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { checkUploads } from './check-uploads'
import { MAX_PIXELS, withPixels } from './internal/read-picture'
import { presignUpload } from './presign-upload'
import { announce, makeBomb, makePicture, putUpload } from './testing'

afterAll(closeDatabase)

const newCaller = (): Caller => ({
  customerId: `cus_${randomUUID()}`,
  userId: null,
  apiKey: null,
  isOperator: false,
})
const caller = newCaller()
const source = (uploadId: string) =>
  ({ uploadId, purpose: 'image_edit_source', param: 'image_upload_id' }) as const
const mask = (uploadId: string) =>
  ({ uploadId, purpose: 'image_edit_mask', param: 'mask_upload_id' }) as const
const size = { width: 64, height: 48 }
const [png, jpeg, webp] = await Promise.all([
  makePicture('png', size),
  makePicture('jpeg', size),
  makePicture('webp', size),
])

/** What is refused, and how; the upload stays as it was. */
async function refusal(uploadId: string, by = caller) {
  const error = await checkUploads(by, [source(uploadId)]).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const row = await prisma.upload.findUnique({ where: { id: uploadId } })
  expect(row?.status ?? 'pending').toBe('pending')
  return error
}

describe('an upload that is checked', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'is taken when it is the %s that was announced',
    async (format) => {
      const bytes = await makePicture(format, size)
      const id = await putUpload(caller, bytes, { content_type: `image/${format}` })
      const folder = mkdtempSync(join(tmpdir(), 'portico-check-'))
      vi.stubEnv('TMPDIR', folder)
      expect(await checkUploads(caller, [source(id)])).toEqual([
        {
          ...source(id),
          ...size,
          hasAlpha: false,
          contentType: `image/${format}`,
          sizeBytes: bytes.length,
          sha256: new Uint8Array(createHash('sha256').update(bytes).digest()),
        },
      ])
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it('has its size after applying the orientation', async () => {
    const turned = await sharp(png).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const id = await putUpload(caller, turned, { content_type: 'image/jpeg' })
    expect(await checkUploads(caller, [source(id)])).toMatchObject([{ width: 48, height: 64 }])
  })

  it('is not found if it is unknown or another customer’s, with the same error: 404', async () => {
    const foreign = await refusal(await putUpload(newCaller(), png))
    expect(foreign).toMatchObject({ status: 404, wireCode: 'upload_not_found', param: 'image_upload_id' })
    expect(await refusal('upl_unknown')).toEqual(foreign)
    await expect(checkUploads(caller, [source('upl_\0')])).rejects.toEqual(foreign)
  })

  it('is reported in the requested order', async () => {
    const both = checkUploads(caller, [source('upl_unknown'), mask('upl_\0')])
    await expect(both).rejects.toMatchObject({ wireCode: 'upload_not_found', param: 'image_upload_id' })
  })

  it('must have been PUT: 400 upload_not_found', async () => {
    const { upload_id: id } = await presignUpload(caller, announce(png))
    expect(await refusal(id)).toMatchObject({
      status: 400,
      wireCode: 'upload_not_found',
      param: 'image_upload_id',
    })
  })

  it('is accepted for its purpose only', async () => {
    const id = await putUpload(caller, png, { purpose: 'image_variation_source' })
    expect(await refusal(id)).toMatchObject({ status: 400, code: 'upload_purpose_mismatch' })
  })

  it('is accepted until it expires', async () => {
    const id = await putUpload(caller, png)
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 7_200_000))
    expect(await refusal(id)).toMatchObject({ status: 400, code: 'upload_expired' })
  })

  it.each<[string, object, string]>([
    ['another length', { content_length: png.length + 1 }, 'upload_content_mismatch'],
    ['another MD5', { content_md5: `${'A'.repeat(22)}==` }, 'upload_checksum_mismatch'],
    ['another SHA-256', { checksum_sha256: '0'.repeat(64) }, 'upload_checksum_mismatch'],
    ['another type', { content_type: 'image/webp' }, 'upload_content_mismatch'],
  ])('is refused with %s: 400', async (_case, change, code) => {
    const id = await putUpload(caller, png, change)
    expect(await refusal(id)).toMatchObject({ status: 400, code, param: 'image_upload_id' })
  })

  it.each<[string, Buffer, string]>([
    ['text', Buffer.from('hello'), 'image/png'],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), 'image/png'],
    ['a page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'],
    ['a PNG that ends early', png.subarray(0, png.length - 60), 'image/png'],
    ['a JPEG that ends early', jpeg.subarray(0, -200), 'image/jpeg'],
    ['a WebP that ends early', webp.subarray(0, -200), 'image/webp'],
    ['a head without a body', png.subarray(0, 40), 'image/png'],
  ])('is refused when it is %s', async (_case, bytes, contentType) => {
    const id = await putUpload(caller, bytes, { content_type: contentType })
    expect(await refusal(id)).toMatchObject({ status: 400, code: 'upload_content_mismatch' })
  })

  it('is refused if a small file has too many pixels', async () => {
    const bomb = makeBomb({ width: 20_000, height: 20_000 })
    expect(bomb.length).toBeLessThan(100_000)
    await expect(sharp(makeBomb(size)).metadata()).resolves.toMatchObject(size)
    const id = await putUpload(caller, bomb)
    expect(await refusal(id)).toMatchObject({
      code: 'upload_content_mismatch',
      message: expect.stringContaining('20000x20000'),
    })
  })

  it('is unchanged while the storage is unavailable', async () => {
    const id = await putUpload(caller, png)
    vi.spyOn(storage(), 'get').mockRejectedValueOnce(new StorageError('away'))
    expect(await refusal(id)).toBeInstanceOf(StorageError)
    expect(await checkUploads(caller, [source(id)])).toHaveLength(1)
  })
})

describe('a mask', () => {
  it.each(['png', 'webp'] as const)('may be a %s with alpha and the size of its source', async (format) => {
    const sourceId = await putUpload(caller, png)
    const bytes = await makePicture(format, size, true)
    const maskId = await putUpload(caller, bytes, {
      purpose: 'image_edit_mask',
      content_type: `image/${format}`,
    })
    expect(await checkUploads(caller, [source(sourceId), mask(maskId)])).toMatchObject([
      { param: 'image_upload_id', hasAlpha: false },
      { param: 'mask_upload_id', hasAlpha: true },
    ])
  })

  it('may protect every pixel', async () => {
    const sourceId = await putUpload(caller, png)
    const opaque = { ...size, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 1 } }
    const bytes = await sharp({ create: opaque }).png().toBuffer()
    const maskId = await putUpload(caller, bytes, { purpose: 'image_edit_mask' })
    expect(await checkUploads(caller, [source(sourceId), mask(maskId)])).toHaveLength(2)
  })

  it.each<[string, Promise<Buffer>]>([
    ['without alpha', makePicture('png', size)],
    ['of another size', makePicture('png', { width: 48, height: 64 }, true)],
  ])('%s is refused by its name', async (_case, picture) => {
    const sourceId = await putUpload(caller, png)
    const maskId = await putUpload(caller, await picture, { purpose: 'image_edit_mask' })
    await expect(checkUploads(caller, [source(sourceId), mask(maskId)])).rejects.toMatchObject({
      status: 400,
      code: 'upload_content_mismatch',
      param: 'mask_upload_id',
    })
  })
})

/** Work that runs until its signal aborts. */
function start(pixels: number) {
  const end = Promise.withResolvers<void>()
  const state = { isRunning: false }
  const done = withPixels(pixels, async () => {
    state.isRunning = true
    await end.promise.finally(() => {
      state.isRunning = false
    })
  })
  return { state, end: () => end.resolve(), fail: () => end.reject(new Error('broken')), done }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

it('decodes small images together and large ones alone, in order of arrival', async () => {
  const [small, other, large, last] = [start(1000), start(1000), start(MAX_PIXELS), start(1000)]
  const running = () => [small, other, large, last].map(({ state }) => state.isRunning)
  await settled()
  expect(running()).toEqual([true, true, false, false])
  small.end()
  await settled()
  expect(running()).toEqual([false, true, false, false])
  other.fail()
  await expect(other.done).rejects.toThrow('broken')
  await settled()
  expect(running()).toEqual([false, false, true, false])
  large.end()
  await settled()
  expect(last.state.isRunning).toBe(true)
  last.end()
  await Promise.all([small.done, large.done, last.done])
})
