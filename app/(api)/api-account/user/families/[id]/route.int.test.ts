import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { newCustomer, openImages } from '@/app/(api)/v1/images/testing'
import { createEdit, createGeneration } from '@/lib/media/images/create-task'
import { deleteImage, readImage } from '@/lib/media/images/history'
import { CreateEditRequest, CreateGenerationRequest, Family } from '@/lib/media/images/schema'
import { work } from '@/lib/media/images/testing'
import { createVideo } from '@/lib/media/videos/create-video'
import { readFamily } from '@/lib/media/videos/families'
import { CreateVideoRequest } from '@/lib/media/videos/schema'
import { pool } from '@/lib/platform/db'
import { readObjectByUrl } from '@/lib/work/objects/read-object'
import { putUpload } from '@/lib/work/uploads/testing'

const { call, close } = await openImages()
afterAll(close)

type Customer = Awaited<ReturnType<typeof newCustomer>>

const small = { model: 'sandbox/image-1', size: '64x64', quality: 'low' }
async function drawn({ owner }: Customer): Promise<string> {
  const request = CreateGenerationRequest.parse({ ...small, prompt: `A kite ${Math.random()}` })
  const { id } = await createGeneration(owner, request)
  await work(id)
  return id
}

const urlOf = async ({ owner }: Customer, id: string) =>
  (await readImage(owner, id)).images[0]?.object_url ?? ''

/** Edits a picture as anybody does: its bytes are downloaded, and uploaded again. */
async function edited(customer: Customer, bytes: Buffer): Promise<string> {
  const image_upload_id = await putUpload(customer.owner, bytes, { purpose: 'image_edit_source' })
  const request = CreateEditRequest.parse({ ...small, prompt: `at night ${Math.random()}`, image_upload_id })
  const { id } = await createEdit(customer.owner, request)
  await work(id)
  return id
}

async function bytesOf(customer: Customer, id: string): Promise<Buffer> {
  const content = await readObjectByUrl(customer.owner.customerId, await urlOf(customer, id))
  if (!content) throw new Error('the picture is not kept')
  return buffer(await content.open())
}

it('an original, its edit, an edit of that and a film know what they were made from: 200', async () => {
  const customer = await newCustomer()
  const original = await drawn(customer)
  const other = await drawn(customer)
  const edit = await edited(customer, await bytesOf(customer, original))
  const again = await edited(customer, await bytesOf(customer, edit))
  const film = await createVideo(
    customer.owner,
    CreateVideoRequest.parse({
      model: 'sandbox/video',
      prompt: 'It flies',
      content: [{ type: 'image_url', image_url: { url: await urlOf(customer, again) }, role: 'first_frame' }],
    }),
  )
  const rows = await pool.query('SELECT source_task_id, family_id FROM video_tasks WHERE id = $1', [film.id])
  expect(rows.rows).toEqual([{ source_task_id: again, family_id: original }])
  for (const id of [original, edit, again, film.id]) {
    const { status, body } = await call('GET', `/api-account/user/families/${id}`, {
      key: customer.accountKey,
    })
    expect(status).toBe(200)
    const { items } = Family.parse(body)
    // The film has no result yet.
    expect(items.map((one) => [one.id, one.source])).toEqual([
      [original, null],
      [edit, { task_id: original, picture: 1 }],
      [again, { task_id: edit, picture: 1 }],
    ])
    expect(items[0]?.files).toEqual([await urlOf(customer, original)])
  }
  expect((await readFamily(customer.owner, other)).items.map(({ id }) => id)).toEqual([other])
})

it('the same bytes at another customer are no source, and a deleted task is none: 200, 404', async () => {
  const [ann, ben] = [await newCustomer(), await newCustomer()]
  const original = await drawn(ann)
  const bytes = await bytesOf(ann, original)
  const copy = await edited(ben, bytes)
  expect((await readFamily(ben.owner, copy)).items).toMatchObject([{ id: copy, source: null }])
  const path = `/api-account/user/families/${original}`
  expect((await call('GET', path, { key: ben.accountKey })).status).toBe(404)
  expect((await call('GET', '/api-account/user/families/%00', { key: ben.accountKey })).status).toBe(404)
  await deleteImage(ann.owner, original)
  const late = await edited(ann, bytes)
  expect((await readFamily(ann.owner, late)).items).toMatchObject([{ id: late, source: null }])
})
