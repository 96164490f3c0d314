import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { releaseOrphanedHolds } from '@/lib/money/ledger/integrity'
import { clock } from '@/lib/platform/clock'
import { pool, prisma } from '@/lib/platform/db'
import { breakDatabase, breakStore } from '@/lib/platform/testing/break'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { createGeneration } from './create-task'
import { readImage } from './history'
import { sweepTasks } from './run-task'
import { CreateGenerationRequest } from './schema'
import { newCustomer, openTestbed, picturesReply, work } from './testing'

const { first, close } = await openTestbed()
afterAll(close)

const fine = answerWith.json(200, await picturesReply(2))
const request = { model: 'acme/picture', prompt: 'A square', size: '64x64', quality: 'low', n: 2 }
const charged = { balance: '4.980000', held: '0.000000' }
const untouched = { balance: '5.000000', held: '0.000000' }

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
  first.answer(fine)
})

const created = async () =>
  (await createGeneration(customer.caller, CreateGenerationRequest.parse(request))).id

/** As the queue tries again, and the sweep mends. */
async function toItsEnd(id: string): Promise<void> {
  for (let attempt = 1; attempt < 5; attempt += 1) {
    if ((await readImage(customer.caller, id)).status === 'completed') break
    await work(id, { attempt }).catch(() => undefined)
  }
  vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 31_000))
  await sweepTasks()
  vi.restoreAllMocks()
}

const objectsOf = (status: string) =>
  prisma.objectRecord.count({ where: { customerId: customer.caller.customerId, status } })

describe.each([
  ['a question to the database that is not answered', breakDatabase],
  ['a picture that the store does not take', breakStore],
])('%s, whichever it is', (_what, breakOne) => {
  it.each([
    ['before it is done', false],
    ['after it is done', true],
  ])(
    'and breaks %s: the task is completed, charged once, and leaves nothing behind',
    async (_when, isDone) => {
      for (let number = 1; ; number += 1) {
        customer = await newCustomer()
        const id = await created()
        const hasBroken = breakOne(number, isDone)
        await work(id).catch(() => undefined)
        vi.restoreAllMocks()
        await toItsEnd(id)
        const after = `step ${number}`
        expect([after, await readImage(customer.caller, id)]).toMatchObject([
          after,
          { status: 'completed', cost: '0.020000', images: [{}, {}] },
        ])
        expect([after, await customer.money()]).toEqual([after, charged])
        expect([after, await customer.rows()]).toMatchObject([after, [{ status: 'success', task_id: id }]])
        expect([after, await objectsOf('stored')]).toEqual([after, 2])
        if (!hasBroken()) break
      }
    },
  )
})

it.each([
  ['before it is done', false],
  ['after it is done', true],
])(
  'a task whose creation the database does not answer, %s, is there, or costs nothing',
  async (_when, isDone) => {
    for (let number = 1; ; number += 1) {
      customer = await newCustomer()
      const hasBroken = breakDatabase(number, isDone)
      const id = await created().catch(() => undefined)
      vi.restoreAllMocks()
      const tasks = await prisma.imageTask.findMany({ where: { customerId: customer.caller.customerId } })
      const kept = tasks.filter(({ status }) => status === 'queued').map((task) => task.id)
      expect([`step ${number}`, kept]).toEqual([`step ${number}`, id === undefined ? [] : [id]])
      if (id === undefined) {
        // As a minute later, when a hold of which this process knows nothing counts as left over.
        await pool.query(
          "UPDATE holds SET created_at = now() - interval '2 minutes' WHERE customer_id = $1",
          [customer.caller.customerId],
        )
        await releaseOrphanedHolds()
        await expect.poll(customer.money).toEqual(untouched)
      }
      if (!hasBroken()) break
    }
  },
)
