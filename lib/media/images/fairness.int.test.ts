import { afterAll, expect, it } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { customerShare } from '@/lib/work/tasks/work'
import { createGeneration } from './create-task'
import { cancelTask, listImages, readImage } from './history'
import { upstreamShare } from './internal/draw-task'
import { imageTasks } from './run-task'
import { CreateGenerationRequest } from './schema'
import { newCustomer, openTestbed, picturesReply } from './testing'

const { first, close } = await openTestbed({ works: true })
afterAll(close)

const created = async (caller: Caller, prompt: string, model = 'sandbox/image-1') => {
  const json = { model, prompt, size: '64x64', quality: 'low' }
  return (await createGeneration(caller, CreateGenerationRequest.parse(json))).id
}
const drawn = async ({ customerId }: Caller): Promise<number> => {
  const text = "SELECT count(*)::int AS n FROM image_tasks WHERE customer_id = $1 AND status = 'processing'"
  return (await pool.query(text, [customerId])).rows[0].n
}
const listOf = async (caller: Caller) =>
  (await listImages(caller, { limit: 100, cursor: '', model: '', q: '' })).items

it("one customer's sixty tasks do not hold up another's one", async () => {
  const [many, single] = [await newCustomer(), await newCustomer()]
  const gate = Promise.withResolvers<void>()
  const fine = answerWith.json(200, await picturesReply())
  first.answer((response, request) => void gate.promise.then(() => fine(response, request)))
  await Promise.all(Array.from({ length: 60 }, () => created(many.caller, 'A kite', 'acme/picture')))
  await expect.poll(() => drawn(many.caller)).toBe(customerShare(imageTasks))
  await created(single.caller, 'A single kite')
  await expect.poll(() => listOf(single.caller)).toMatchObject([{ status: 'completed' }])
  expect(await drawn(many.caller)).toBe(customerShare(imageTasks))
  gate.resolve()
  await expect
    .poll(async () => (await listOf(many.caller)).every(({ status }) => status === 'completed'), {
      timeout: 100_000, // sixty are drawn, whatever else the machine does
    })
    .toBe(true)
  await expect.poll(many.money).toEqual({ balance: '4.400000', held: '0.000000' }) // the last is booked after its end
}, 120_000)

it('only the oldest of a customer’s tasks are drawn; each that ends starts the next', async () => {
  const [early, late] = [await newCustomer(), await newCustomer()]
  const prompts = Array.from({ length: customerShare(imageTasks) + 3 }, () => '[[hang]]')
  for (const prompt of prompts) await created(early.caller, prompt)
  // Oldest first, as everybody sees them: of two of one millisecond, the order in which they were asked for says nothing.
  const ids = (await listOf(early.caller)).map(({ id }) => id).reverse()
  const drawing = async () =>
    (await listOf(early.caller)).filter(({ status }) => status === 'processing').map(({ id }) => id)
  await expect
    .poll(async () => (await drawing()).sort())
    .toEqual(ids.slice(0, customerShare(imageTasks)).sort())
  const newcomer = await created(late.caller, 'A kite')
  await expect.poll(async () => (await readImage(late.caller, newcomer)).status).toBe('completed')
  await cancelTask(early.caller, ids[0] ?? '')
  await expect
    .poll(async () => (await drawing()).sort())
    .toEqual(ids.slice(1, customerShare(imageTasks) + 1).sort())
  for (const id of ids.slice(1).reverse()) await cancelTask(early.caller, id)
})

it('an upstream that hangs does not take every slot from the others', async () => {
  first.answer(answerWith.json(200, await picturesReply()))
  const [one, two, three] = [await newCustomer(), await newCustomer(), await newCustomer()]
  const hanging: [Caller, string][] = []
  for (let slot = 0; slot < upstreamShare(); slot++) {
    const { caller } = slot < customerShare(imageTasks) ? one : two
    hanging.push([caller, await created(caller, '[[hang]]')])
  }
  const drawing = async () =>
    [...(await listOf(one.caller)), ...(await listOf(two.caller))].filter(
      ({ status }) => status === 'processing',
    )
  await expect.poll(async () => (await drawing()).length).toBe(hanging.length)
  const waits = await created(three.caller, 'A kite')
  const goes = await created(three.caller, 'A square', 'acme/picture')
  const statusOf = async (id: string) => (await readImage(three.caller, id)).status
  await expect.poll(() => statusOf(goes)).toBe('completed')
  expect(await statusOf(waits)).not.toBe('completed')
  for (const [caller, id] of hanging) await cancelTask(caller, id)
  await expect.poll(() => statusOf(waits)).toBe('completed')
})

it('tasks that wait for a retry leave their slots to others of the same customer', async () => {
  first.answer(answerWith.json(200, await picturesReply()))
  const { caller } = await newCustomer()
  const failing: string[] = []
  for (let slot = 0; slot < customerShare(imageTasks); slot++)
    failing.push(await created(caller, '[[status:429]]'))
  const goes = await created(caller, 'A square', 'acme/picture')
  await expect.poll(async () => (await readImage(caller, goes)).status).toBe('completed')
  // None of them has ended by then; the last may not have had its first try yet.
  const states = () => Promise.all(failing.map(async (id) => (await readImage(caller, id)).status))
  expect(await states()).not.toContain('failed')
  await expect.poll(async () => new Set(await states())).toEqual(new Set(['processing']))
  for (const id of failing) await cancelTask(caller, id)
})
