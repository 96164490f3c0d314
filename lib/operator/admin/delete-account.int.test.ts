import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { updateAlertSettings } from '@/lib/account/alerts/settings'
import { createKey } from '@/lib/account/api-keys/keys'
import { moveClock } from '@/lib/account/api-keys/testing'
import { verifyKey } from '@/lib/account/api-keys/verify-key'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { addOwnKey } from '@/lib/catalog/models/own-keys'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { createBatch } from '@/lib/gateway/batches/batches'
import { createResponse } from '@/lib/gateway/chat/formats/responses/create-response'
import { ResponsesRequest } from '@/lib/gateway/chat/formats/responses/schema'
import { createGeneration } from '@/lib/media/images/create-task'
import { CreateGenerationRequest } from '@/lib/media/images/schema'
import { work } from '@/lib/media/images/testing'
import { deleteFromVault } from '@/lib/media/portraits/asset-work'
import { createAssetGroup } from '@/lib/media/portraits/groups'
import { deleteFromVaultJob } from '@/lib/media/portraits/jobs'
import { CreateGroupInput, CreateValidationInput } from '@/lib/media/portraits/schema'
import { createValidation } from '@/lib/media/portraits/validations'
import { createVideo } from '@/lib/media/videos/create-video'
import { CreateVideoRequest } from '@/lib/media/videos/schema'
import { grantCredit, readBalance } from '@/lib/money/ledger/balance'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { bookUsage } from '@/lib/money/usage/testing'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { claimRecord, completeRecord, findRecord, type RecordKey } from '@/lib/platform/idempotency-records'
import { closeDatabase, instanceId } from '@/lib/platform/instance'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { listen } from '@/lib/platform/testing/listen'
import { deliverAttempt } from '@/lib/work/deliveries/deliver-attempt'
import { attemptJob } from '@/lib/work/deliveries/jobs'
import { sendCallback } from '@/lib/work/deliveries/send-callback'
import { readWebhooks } from '@/lib/work/deliveries/webhooks'
import { createFile } from '@/lib/work/objects/files'
import { keepObject, sweepObjects } from '@/lib/work/objects/keep-object'
import { deleteReleased, deleteReleasedJob, sweepUploads } from '@/lib/work/uploads/claim-uploads'
import { presignUpload } from '@/lib/work/uploads/presign-upload'
import { deleteAccount, sweepDeletedAccounts } from './delete-account'

const HOUR_MILLIS = 3_600_000

beforeAll(async () => {
  env().OUTBOUND_ALLOW = '127.0.0.1'
  await applySeed()
  await loadCatalog()
  const queued = [
    bindJob(deleteReleasedJob, deleteReleased),
    bindJob(attemptJob, deliverAttempt),
    bindJob(deleteFromVaultJob, deleteFromVault),
  ]
  await startJobs({ scheduled: [], queued }, false)
})
afterAll(async () => {
  await stopJobs()
  await closeDatabase()
})

type Owner = Awaited<ReturnType<typeof newAccountOwner>>

async function draw(owner: Owner): Promise<string> {
  const json = { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64', quality: 'low' }
  return (await createGeneration(owner, CreateGenerationRequest.parse(json))).id
}

async function* form() {
  yield { name: 'purpose', text: 'batch' }
  yield { name: 'file', fileName: 'in.jsonl', body: Readable.from([Buffer.from('{}')]) }
}

async function fillMedia(owner: Owner): Promise<void> {
  const { customerId } = owner
  const drawn = await draw(owner)
  await work(drawn)
  await draw(owner)
  await createVideo(owner, CreateVideoRequest.parse({ model: 'sandbox/video', prompt: 'A kite' }))
  await createAssetGroup(owner, CreateGroupInput.parse({ Name: 'Mia' }))
  await createValidation(owner, CreateValidationInput.parse({ CallbackURL: 'http://127.0.0.1/back' }))
  const expiresAt = new Date(Date.now() + 24 * HOUR_MILLIS)
  await keepObject({ customerId, body: Buffer.from('a picture'), mimeType: 'image/png', expiresAt })
  const { id: input_file_id } = await createFile(owner, form())
  await createBatch(owner, { input_file_id, endpoint: '/v1/embeddings', completion_window: '24h' })
  await presignUpload(owner, {
    purpose: 'image_edit_source',
    content_type: 'image/png',
    content_length: 9,
    content_md5: 'CY9rzUYh03PK3k6DJie09g==',
    checksum_sha256: 'a'.repeat(64),
  })
}

/** A customer with data of every kind. */
async function newCustomer(): Promise<Owner & { requestId: string }> {
  const owner = await newAccountOwner()
  const { customerId } = owner
  await grantCredit({ customerId, amountNanos: 5_000_000_000n, key: `grant:${customerId}` })
  const { key } = await createKey(owner, { name: 'Ann’s laptop' })
  const requestId = await bookUsage(await verifyKey(key), new Date())
  await fillMedia(owner)
  await readWebhooks(owner)
  await addOwnKey(owner, { provider: 'openai', key: 'sk-of-ann-1234', allow_fallback: false })
  await updateAlertSettings(owner, { email: { address: 'ann@example.com' } })
  const callback = { url: 'http://127.0.0.1/hook', event: 'video.generation.completed', data: {} }
  await keepAnswer({ customerId, path: '/v1/chat/completions', key: randomUUID() })
  await createResponse(owner, ResponsesRequest.parse({ model: 'sandbox/chat', input: 'Hello' }), {
    requestId: `req_${randomUUID()}`,
    signal: new AbortController().signal,
    takeRoom: async () => undefined,
  })
  await prisma.$transaction((transaction) =>
    sendCallback({ ...callback, customerId, taskId: `vgen_${randomUUID()}`, transaction }),
  )
  return { ...owner, requestId }
}

async function keepAnswer(record: RecordKey): Promise<void> {
  await claimRecord(record, Buffer.from('a body'), instanceId())
  await completeRecord(record, instanceId(), { status: 200, headers: {}, body: Buffer.from('words') })
}

/** How many rows it has where it may have none in the end. */
async function countRows(customerId: string): Promise<Record<string, number>> {
  const where = { customerId }
  return {
    images: await prisma.imageTask.count({ where }),
    videos: await prisma.videoTask.count({ where }),
    groups: await prisma.portraitGroup.count({ where }),
    validations: await prisma.portraitValidation.count({ where }),
    objects: await prisma.objectRecord.count({ where }),
    uploads: await prisma.upload.count({ where }),
    files: await prisma.storedFile.count({ where }),
    batches: await prisma.batch.count({ where }),
    deliveries: await prisma.callbackDelivery.count({ where }),
    callbackSettings: await prisma.callbackSettings.count({ where }),
    alertSettings: await prisma.alertSettings.count({ where }),
    keptAnswers: await prisma.idempotencyRecord.count({ where }),
    responses: await prisma.storedResponse.count({ where }),
    providerKeys: await prisma.customerProviderKey.count({ where }),
    people: await prisma.user.count({ where }),
  }
}

const nothing = {
  images: 0,
  videos: 0,
  groups: 0,
  validations: 0,
  objects: 0,
  uploads: 0,
  files: 0,
  batches: 0,
  deliveries: 0,
  callbackSettings: 0,
  alertSettings: 0,
  keptAnswers: 0,
  responses: 0,
  providerKeys: 0,
  people: 0,
}

const remove = (owner: Owner) => deleteAccount(owner, { current_password: owner.password }, '127.0.0.1')
const rowOf = ({ customerId }: Owner) => prisma.customer.findUniqueOrThrow({ where: { id: customerId } })
const sweepMedia = () => Promise.all([sweepObjects(), sweepUploads()])

it('a deleted account leaves only accounting records; other accounts are not touched', async () => {
  const [gone, stays] = [await newCustomer(), await newCustomer()]
  const before = await countRows(stays.customerId)
  for (const count of Object.values(before)) expect(count).toBeGreaterThan(0)
  await remove(gone)
  await sweepDeletedAccounts()
  // Contents are deleted already; rows of tasks stay until no worker can be using them.
  const images = await prisma.imageTask.findMany({ where: { customerId: gone.customerId } })
  expect(images.map(({ prompt, deletedAt }) => [prompt, deletedAt !== null])).toEqual([
    [null, true],
    [null, true],
  ])
  await sweepMedia()
  expect(await countRows(gone.customerId)).toEqual({
    ...nothing,
    images: 2,
    videos: 1,
    uploads: 1, // until its link no longer accepts a PUT
  })
  expect(await readBalance(gone)).toMatchObject({ held: '0.000000' })

  moveClock(1.5 * HOUR_MILLIS)
  await sweepDeletedAccounts()
  await sweepMedia()
  expect(await countRows(gone.customerId)).toEqual(nothing)
  expect(await rowOf(gone)).toMatchObject({ name: 'Deleted account', eraseAt: null })
  vi.restoreAllMocks()

  expect(await countRows(stays.customerId)).toEqual(before)
  expect(await rowOf(stays)).toMatchObject({ name: 'Ann', deletedAt: null })
  const [record] = await prisma.usageRecord.findMany({ where: { id: gone.requestId } })
  expect(record).toMatchObject({ apiKeyName: null, costNanos: expect.any(BigInt) })
  const entries = { OR: [{ debitAccount: gone.customerId }, { creditAccount: gone.customerId }] }
  expect(await prisma.ledgerEntry.count({ where: entries })).toBeGreaterThan(1)
  expect(await checkLedger()).toBe(0)
})

it('share links and files end with the account', async () => {
  const owner = await newCustomer()
  const where = { customerId: owner.customerId }
  const stored = { ...where, status: 'stored' }
  await prisma.share.create({
    data: {
      ...where,
      id: `share_${randomUUID()}`,
      tokenDigest: Buffer.from(randomUUID()),
      taskId: 'img_1',
      picture: 1,
      showsPrompt: false,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + HOUR_MILLIS),
    },
  })
  expect(await prisma.objectRecord.count({ where: stored })).toBeGreaterThan(0)
  await remove(owner)
  expect(await prisma.objectRecord.count({ where: stored })).toBe(0)
  expect(await prisma.share.count({ where })).toBe(0)
})

it('data that a request in progress stores later is erased too', async () => {
  const owner = await newAccountOwner()
  const { customerId } = owner
  await grantCredit({ customerId, amountNanos: 5_000_000_000n, key: `grant:${customerId}` })
  await remove(owner)
  await sweepDeletedAccounts()
  expect((await rowOf(owner)).eraseAt).not.toBeNull()
  await draw(owner)
  moveClock(HOUR_MILLIS / 2)
  await sweepDeletedAccounts()
  expect(await prisma.imageTask.findFirst({ where: { customerId } })).toMatchObject({
    status: 'cancelled',
    prompt: null,
  })
  expect((await rowOf(owner)).eraseAt).not.toBeNull()
  moveClock(3 * HOUR_MILLIS)
  await sweepDeletedAccounts()
  expect(await prisma.imageTask.count({ where: { customerId } })).toBe(0)
  expect((await rowOf(owner)).eraseAt).toBeNull()
})

it('an account whose usage is on its way to ClickHouse is erased there until it has arrived', async () => {
  const owner = await newAccountOwner()
  const { customerId } = owner
  const erased: string[] = []
  const settings = env()
  const { USAGE_STORE } = settings
  settings.USAGE_STORE = 'clickhouse'
  settings.USAGE_EXPORT_CLICKHOUSE = await listen((request, response) => {
    erased.push(new URL(request.url ?? '', 'http://localhost').searchParams.get('param_customer') ?? '')
    response.end()
  })
  onTestFinished(() => void Object.assign(settings, { USAGE_STORE, USAGE_EXPORT_CLICKHOUSE: undefined }))
  await prisma.usageOutbox.create({
    data: { target: 'clickhouse', customerId, createdAt: new Date(), id: 'req_sent', batch: 'msg_open' },
  })
  await remove(owner)
  moveClock(1.5 * HOUR_MILLIS)
  await sweepDeletedAccounts()
  expect((await rowOf(owner)).eraseAt).not.toBeNull()
  await prisma.usageOutbox.deleteMany({ where: { customerId } })
  moveClock(2 * HOUR_MILLIS)
  await sweepDeletedAccounts()
  expect((await rowOf(owner)).eraseAt).toBeNull()
  expect(erased.filter((one) => one === customerId)).toHaveLength(2)
})

it('a running request keeps its idempotency key, so it does not run again', async () => {
  const owner = await newAccountOwner()
  const record = { customerId: owner.customerId, path: '/v1/chat/completions', key: randomUUID() }
  await claimRecord(record, Buffer.from('a body'), instanceId())
  await remove(owner)
  await sweepDeletedAccounts()
  expect(await findRecord(record)).toMatchObject({ status: null })
})

it('a key created during the deletion is not accepted', async () => {
  const owner = await newAccountOwner()
  await remove(owner)
  const { key } = await createKey(owner, { name: 'too late' })
  await expect(verifyKey(key)).rejects.toMatchObject({ code: 'invalid_api_key' })
})
