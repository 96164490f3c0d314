import { afterAll, expect, it } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { checkUploads } from '@/lib/work/uploads/check-uploads'
import { makePicture, putUpload } from '@/lib/work/uploads/testing'
import { createGeneration } from './create-task'
import { readImage } from './history'
import { newTaskId } from './internal/task-record'
import { insertTask, type NewTask } from './repository'
import { CreateGenerationRequest, type ImageTaskKind, noOrigin } from './schema'
import { newCustomer, openTestbed, work } from './testing'

const { close } = await openTestbed()
afterAll(close)

type Customer = Awaited<ReturnType<typeof newCustomer>>

const HELD_NANOS = 10n ** 9n
const taskOf = ({ caller }: Customer, kind: ImageTaskKind): NewTask => ({
  id: newTaskId(kind),
  customer_id: caller.customerId,
  kind,
  model_id: 'acme/picture',
  model_name: 'Acme Picture',
  prompt: 'A square',
  settings: {
    n: 1,
    size: 'auto',
    quality: 'low',
    outputFormat: 'png',
    outputCompression: null,
    background: 'auto',
    moderation: 'auto',
    seed: null,
  },
  routes: [],
  source_upload_id: null,
  mask_upload_id: null,
  ...noOrigin,
  idempotency_key: null,
  created_at: clock.now(),
})

it('one of two concurrent edits with the same mask is created; the other leaves nothing behind', async () => {
  const [customer, other] = [await newCustomer(), await newCustomer()]
  const size = { width: 64, height: 64 }
  const put = (purpose: string, bytes: Buffer) => putUpload(customer.caller, bytes, { purpose })
  const [opaque, clear] = [await makePicture('png', size), await makePicture('png', size, true)]
  const mask = await put('image_edit_mask', clear)
  const sources = [await put('image_edit_source', opaque), await put('image_edit_source', opaque)]
  const checked = await Promise.all(
    sources.map((source) =>
      checkUploads(customer.caller, [
        { uploadId: source, purpose: 'image_edit_source', param: 'image_upload_id' },
        { uploadId: mask, purpose: 'image_edit_mask', param: 'mask_upload_id' },
      ]),
    ),
  )
  const beside = taskOf(other, 'generation')
  const outcomes = await Promise.allSettled([
    ...checked.map((uploads) =>
      insertTask(customer.caller, taskOf(customer, 'masked_edit'), uploads, HELD_NANOS),
    ),
    insertTask(other.caller, beside, [], HELD_NANOS),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  const rows = await prisma.upload.findMany({ where: { id: { in: sources } }, select: { status: true } })
  expect(rows.map(({ status }) => status).sort()).toEqual(['claimed', 'pending'])
  expect(await prisma.upload.findUnique({ where: { id: mask } })).toMatchObject({
    status: 'claimed',
    ...size,
  })
  expect(await prisma.imageTask.count({ where: { customerId: customer.caller.customerId } })).toBe(1)
  expect(await customer.money()).toEqual({ balance: '5.000000', held: '1.000000' })
  expect(await readImage(other.caller, beside.id)).toMatchObject({ status: 'queued', prompt: 'A square' })
})

it('a prompt with half a character is accepted', async () => {
  const { caller } = await newCustomer()
  const json = { model: 'sandbox/image-1', prompt: 'A kite \ud83e', size: '64x64', quality: 'low' }
  const { id } = await createGeneration(caller, CreateGenerationRequest.parse(json))
  await work(id)
  expect(await readImage(caller, id)).toMatchObject({ status: 'completed', prompt: 'A kite \ufffd' })
})
