import { afterAll, expect, it } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { createGeneration } from './create-task'
import { readImage } from './history'
import { CreateGenerationRequest } from './schema'
import { newCustomer } from './testing/new-customer'
import { openTestbed, work } from './testing/open-testbed'
import { picturesReply } from './testing/pictures-reply'

const { first, close } = await openTestbed()
afterAll(close)

async function drawn(answer: Parameters<typeof first.answer>[0]) {
  const { caller, money } = await newCustomer()
  const json = { model: 'acme/picture', prompt: 'A square', size: '64x64', quality: 'low' }
  const { id } = await createGeneration(caller, CreateGenerationRequest.parse(json))
  first.answer(answer)
  await work(id)
  return { task: await readImage(caller, id), money: await money() }
}

it.each([
  ['without its NUL', 'No squ\0ares', 'No squares'],
  // The longest sentence that is shown ends in the middle of the clapper.
  ['without half a character', `${'a'.repeat(998)}🎬 and more`, `${'a'.repeat(998)}\ufffd…`],
])('a task that an upstream refuses fails with its sentence, %s', async (_what, message, shown) => {
  const { task, money } = await drawn(answerWith.json(400, { error: { message } }))
  expect(task).toMatchObject({ status: 'failed', error: { code: 'invalid_input', message: shown } })
  expect(money).toEqual({ balance: '5.000000', held: '0.000000' })
})

it('a picture whose prompt was revised into what the database cannot keep is delivered, and charged', async () => {
  const reply = await picturesReply()
  const data = reply.data.map((picture) => ({ ...picture, revised_prompt: 'A te\0al \ud83c square' }))
  const { task, money } = await drawn(answerWith.json(200, { ...reply, data }))
  expect(task).toMatchObject({ status: 'completed', images: [{ revised_prompt: 'A teal \ufffd square' }] })
  expect(money).toEqual({ balance: '4.990000', held: '0.000000' })
})
