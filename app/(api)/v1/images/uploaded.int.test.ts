import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CreatedImageTask, ImageTask } from '@/lib/media/images/schema'
import { work } from '@/lib/media/images/testing'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { makePicture, putUpload } from '@/lib/work/uploads/testing'
import { base, newCustomer, one, openImages } from './testing'

const { call, close } = await openImages()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
})

const size = { width: 256, height: 192 }
const picture = await makePicture('png', size)
/** The left half may change. */
const mask = await sharp({ create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 1 } } })
  .composite([
    {
      input: { create: { width: 128, height: 192, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 1 } } },
      left: 0,
      top: 0,
      blend: 'dest-out',
    },
  ])
  .png()
  .toBuffer()

const upload = (bytes: Buffer, purpose: string) => putUpload(customer.owner, bytes, { purpose })
const statusOf = async (id: string) => (await prisma.upload.findUnique({ where: { id } }))?.status

describe('images from uploads', () => {
  const post = (path: string, json: object) => call('POST', `${base}/${path}`, { key: customer.key, json })
  async function drawn(id: string): Promise<{ task: ImageTask; bytes: Buffer }> {
    await work(id)
    const task = ImageTask.parse((await call('GET', one(id), { key: customer.key })).body)
    return { task, bytes: Buffer.from(task.data[0]?.b64_json ?? '', 'base64') }
  }

  it('an edit: 202, an image of the source’s size, and the upload is deleted', async () => {
    const source = await upload(picture, 'image_edit_source')
    const edit = { model: 'sandbox/image-1', prompt: 'at night', image_upload_id: source, quality: 'low' }
    const { status, body } = await post('edits', edit)
    expect(status).toBe(202)
    expect(body).toEqual({
      id: expect.stringMatching(/^igen_iedit_[0-9a-z]{26}$/),
      status: 'queued',
      model: 'sandbox/image-1',
      created_at: expect.any(String),
    })
    expect(await statusOf(source)).toBe('claimed')
    const { task, bytes } = await drawn(CreatedImageTask.parse(body).id)
    expect(task).toMatchObject({ status: 'completed', size: '256x192', cost: '0.005000' })
    expect(bytes.equals(picture)).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ ...size, format: 'png' })
    expect(await statusOf(source)).not.toBe('claimed')
  })

  it('a masked edit: 202, and every pixel outside the mask is the source’s', async () => {
    const json = {
      model: 'sandbox/image-2',
      prompt: 'a red kite',
      image_upload_id: await upload(picture, 'image_edit_source'),
      mask_upload_id: await upload(mask, 'image_edit_mask'),
    }
    const { status, body } = await post('edits', json)
    expect(status).toBe(202)
    const { id } = CreatedImageTask.parse(body)
    expect(id).toMatch(/^igen_mask_/)
    const { bytes } = await drawn(id)
    const right = { left: 128, top: 0, width: 128, height: 192 }
    const rawOf = (one: Buffer) => sharp(one).extract(right).ensureAlpha().raw().toBuffer()
    expect((await rawOf(bytes)).equals(await rawOf(picture))).toBe(true)
    const left = { ...right, left: 0 }
    const changed = await sharp(bytes).extract(left).raw().toBuffer()
    expect(changed.equals(await sharp(picture).extract(left).raw().toBuffer())).toBe(false)
  })

  it.each([
    ['sandbox/upscale', {}, '512x384'],
    ['sandbox/upscale', { size: '1024x768', output_format: 'webp' }, '1024x768'],
    ['sandbox/remove-background', {}, '256x192'],
  ])(
    '%s takes an image and no prompt %o: 202, charged once, and in the history',
    async (model, more, made) => {
      const source = await upload(picture, 'image_edit_source')
      const { status, body } = await post('edits', { model, image_upload_id: source, ...more })
      expect(status).toBe(202)
      const { id } = CreatedImageTask.parse(body)
      expect(id).toMatch(/^igen_iedit_/)
      const { task, bytes } = await drawn(id)
      expect(task).toMatchObject({ status: 'completed', size: made, cost: '0.002000' })
      const { width, height } = await sharp(bytes).metadata()
      expect(`${width}x${height}`).toBe(made)
      expect(await customer.rows()).toMatchObject([{ model_id: model, cost: '0.002000', images: 1 }])
      const record = await call('GET', `/api-account/user/images/${id}`, { key: customer.accountKey })
      expect(record.body).toMatchObject({ kind: 'edit', prompt: null, status: 'completed' })
    },
  )

  it('an edit that a crash left without its answer is found by its Idempotency-Key, and not by a generation', async () => {
    const headers = { 'idempotency-key': 'the-same' }
    const send = (path: string, json: object) =>
      call('POST', `${base}/${path}`, { key: customer.key, json, headers })
    const words = { model: 'sandbox/image-1', prompt: 'at night' }
    const drawing = CreatedImageTask.parse((await send('generations/async', words)).body)
    const edit = { ...words, image_upload_id: await upload(picture, 'image_edit_source') }
    const { body: first } = await send('edits', edit)
    expect(CreatedImageTask.parse(first).id).not.toBe(drawing.id)
    await prisma.idempotencyRecord.deleteMany({ where: { customerId: customer.owner.customerId } })
    expect(await send('edits', edit)).toMatchObject({ status: 202, body: first })
    expect((await send('generations/async', words)).body).toEqual(drawing)
  })

  it('a variation: 200, in the requested size', async () => {
    const source = await upload(picture, 'image_variation_source')
    const json = { model: 'sandbox/image-2', image_upload_id: source, size: '1536x1024' }
    const { status, body } = await post('variations', json)
    expect(status).toBe(200)
    const { id } = CreatedImageTask.parse(body)
    expect(id).toMatch(/^igen_ivar_/)
    const { task } = await drawn(id)
    expect(task).toMatchObject({ status: 'completed', size: '1536x1024' })
    expect(task.data[0]?.revised_prompt).toBeUndefined()
  })

  it('an upload is used by one task, whatever its outcome; a refused edit leaves it usable', async () => {
    const source = await upload(picture, 'image_edit_source')
    const edit = { model: 'sandbox/image-1', prompt: 'x', image_upload_id: source }
    const wrong = await upload(await makePicture('png', { width: 64, height: 64 }, true), 'image_edit_mask')
    expect(await post('edits', { ...edit, mask_upload_id: wrong })).toMatchObject({
      status: 400,
      body: { error: { param: 'mask_upload_id' } },
    })
    expect(await statusOf(source)).toBe('pending')
    const all = await Promise.all(Array.from({ length: 5 }, () => post('edits', edit)))
    expect(all.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409])
    expect(all.find(({ status }) => status === 409)?.body).toMatchObject({
      error: { code: 'upload_already_used', param: 'image_upload_id' },
    })
    expect(await customer.money()).toMatchObject({ held: '0.020000' })
    const { id } = CreatedImageTask.parse(all.find(({ status }) => status === 202)?.body)
    await call('POST', `${one(id)}/cancel`, { key: customer.key })
    expect(await statusOf(source)).not.toBe('claimed')
  })

  it('503 while the storage is unreachable; the upload is available for the next try', async () => {
    const edit = {
      model: 'sandbox/image-1',
      prompt: 'x',
      image_upload_id: await upload(picture, 'image_edit_source'),
    }
    vi.spyOn(storage(), 'get').mockRejectedValueOnce(new StorageError('away'))
    expect(await post('edits', edit)).toMatchObject({
      status: 503,
      body: { error: { code: 'storage_unavailable', type: 'service_unavailable' } },
    })
    expect((await post('edits', edit)).status).toBe(202)
  })

  it('503 also while the folder of the storage is missing', async () => {
    const image_upload_id = await upload(picture, 'image_edit_source')
    const edit = { model: 'sandbox/image-1', prompt: 'x', image_upload_id }
    const root = join(env().DATA_DIR, 'objects')
    await rename(root, `${root}.away`)
    const refused = await post('edits', edit).finally(() => rename(`${root}.away`, root))
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'storage_unavailable' } } })
    expect((await post('edits', edit)).status).toBe(202)
  })

  it('refuses uploads that do not exist, belong to another customer or have another purpose, naming the field', async () => {
    const stranger = await newCustomer()
    const foreign = await putUpload(stranger.owner, picture)
    const variation = await upload(picture, 'image_variation_source')
    const edit = { model: 'sandbox/image-1', prompt: 'x' }
    const param = 'image_upload_id'
    for (const id of [foreign, `upl_${'0'.repeat(26)}`, 'nonsense'])
      expect(await post('edits', { ...edit, image_upload_id: id })).toMatchObject({
        status: 404,
        body: { error: { code: 'upload_not_found', param } },
      })
    expect(await post('edits', { ...edit, image_upload_id: variation })).toMatchObject({
      status: 400,
      body: { error: { code: 'upload_purpose_mismatch', param } },
    })
    expect(await customer.money()).toMatchObject({ held: '0.000000' })
  })
})
