import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetHealth } from '@/lib/gateway/routing/testing'
import { pool } from '@/lib/platform/db'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { whileOpen } from '@/lib/work/tasks/stop'
import { createGeneration } from './create-task'
import { cancelTask, readImage } from './history'
import { imageTasks } from './run-task'
import { CreateGenerationRequest } from './schema'
import { newCustomer, openTestbed, picturesReply, work } from './testing'

const { first, second, close } = await openTestbed()
afterAll(close)

const fine = answerWith.json(200, await picturesReply())
const broken = answerWith.json(500, { error: { message: 'boom' } })

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  forgetHealth()
  customer = await newCustomer()
  first.requests.length = 0
  second.requests.length = 0
  first.answer(fine)
  second.answer(fine)
})

async function created(overrides: object = {}): Promise<string> {
  const json = { model: 'acme/picture', prompt: 'A square', size: '64x64', quality: 'low', ...overrides }
  return (await createGeneration(customer.caller, CreateGenerationRequest.parse(json))).id
}
const read = (id: string) => readImage(customer.caller, id)
const untouched = { balance: '5.000000', held: '0.000000' }

// The first of this file: later ones are notified of every end.
it('a cancel before the worker listens stops the work', async () => {
  const id = await created()
  await cancelTask(customer.caller, id)
  const stopped = whileOpen(imageTasks, id, (ended) => {
    return new Promise((resolve) => ended.addEventListener('abort', () => resolve(ended.reason.name)))
  })
  expect(await stopped).toBe('TaskEnded')
})

describe('a task at an upstream', () => {
  it('is drawn as requested, and charged once', async () => {
    const id = await created({ n: 2 })
    first.answer(answerWith.json(200, await picturesReply(2)))
    await work(id)
    expect(JSON.parse(first.requests[0]?.body ?? '')).toEqual({
      model: 'picture',
      n: 2,
      size: '64x64',
      quality: 'low',
      prompt: 'A square',
    })
    expect(await read(id)).toMatchObject({
      status: 'completed',
      cost: '0.020000',
      cost_str: '$0.02',
      usage: { input_tokens: 10, output_tokens: 1000, total_tokens: 1010 },
      images: [{ width: 64, height: 64, revised_prompt: 'A teal square' }, { mime_type: 'image/png' }],
    })
    await work(id)
    expect(first.requests).toHaveLength(1)
    expect(await customer.money()).toEqual({ balance: '4.980000', held: '0.000000' })
    expect(await customer.rows()).toMatchObject([
      {
        status: 'success',
        model_id: 'acme/picture',
        provider: 'acme',
        task_id: id,
        cost: '0.020000',
        usage_source: 'upstream',
      },
    ])
  })

  // BerriAI/litellm#31142: the answer's tokens are images, though no details say so
  it('that bills tokens is charged by its usage, or by an estimate marked as such', async () => {
    const counted = await created({ model: 'acme/tokens' })
    await work(counted)
    expect(await read(counted)).toMatchObject({ cost: '0.040050' })
    const estimated = await created({ model: 'acme/tokens', quality: 'medium', size: '1024x1024' })
    first.answer(answerWith.json(200, await picturesReply(1, { size: '1024x1024', usage: false })))
    await work(estimated)
    expect(await read(estimated)).toMatchObject({ cost: '0.042260', usage: null })
    expect(await customer.rows()).toMatchObject([
      {
        usage_source: 'estimated',
        bill: { lines: [{ item: 'prompt' }, { item: 'image_output', quantity: 1056 }] },
      },
      { usage_source: 'upstream' },
    ])
    expect(await customer.money()).toMatchObject({ held: '0.000000' })
  })

  it('that does not report the quality it chose is charged for the best', async () => {
    const id = await created({ quality: 'auto' })
    first.answer(answerWith.json(200, await picturesReply(1, { quality: 'unknown' })))
    await work(id)
    expect(await read(id)).toMatchObject({ cost: '0.170000' })
  })

  it('is charged for the images it got if the upstream makes fewer', async () => {
    const id = await created({ n: 3 })
    await work(id)
    expect(await read(id)).toMatchObject({ cost: '0.010000', images: [{}] })
  })

  it('gets the requested format, whatever the upstream sends', async () => {
    const id = await created({ output_format: 'webp', output_compression: 50 })
    await work(id)
    expect(await read(id)).toMatchObject({ images: [{ mime_type: 'image/webp', width: 64 }] })
  })
})

const passing: [string, Parameters<typeof first.answer>[0], string][] = [
  ['500', broken, 'upstream_error'],
  ['429', answerWith.json(429, {}, { 'retry-after': '7' }), 'upstream_rate_limited'],
  ['401', answerWith.json(401, {}), 'upstream_error'],
  ['nonsense', answerWith.text(200, 'text/html', '<p>hi</p>'), 'upstream_error'],
  ['no picture', answerWith.json(200, { data: [] }), 'upstream_error'],
  ['what is no picture', answerWith.json(200, { data: [{ b64_json: 'aGVsbG8=' }] }), 'upstream_error'],
  ['a broken connection', answerWith.reset(), 'upstream_error'],
]

describe('an upstream that answers', () => {
  it.each(passing)('%s is retried, until the last try', async (_case, answer, code) => {
    const id = await created()
    first.answer(answer)
    await expect(work(id)).rejects.toThrow()
    expect(await read(id)).toMatchObject({ status: 'processing', error: null })
    await work(id, { isLastAttempt: true })
    expect(await read(id)).toMatchObject({
      status: 'failed',
      error: { code, message: expect.any(String), type: expect.any(String), param: null, retryable: true },
      cost: '0.000000',
    })
    expect(await customer.money()).toEqual(untouched)
    expect(await customer.rows()).toMatchObject([{ status: 'failed', error_code: code, cost: '0.000000' }])
  })

  it('500 is tried eight times; a rate limit for longer', async () => {
    const [failing, limited] = [await created(), await created()]
    first.answer(broken)
    await expect(work(failing, { attempt: 6 })).rejects.toThrow()
    await work(failing, { attempt: 7 })
    expect(await read(failing)).toMatchObject({ status: 'failed', error: { code: 'upstream_error' } })
    forgetHealth()
    first.answer(answerWith.json(429, {}))
    await expect(work(limited, { attempt: 7 })).rejects.toThrow()
    expect(await read(limited)).toMatchObject({ status: 'processing' })
  })

  it('successfully at the second try completes the task, charged once', async () => {
    const id = await created()
    first.answer(broken)
    await expect(work(id)).rejects.toThrow()
    first.answer(fine)
    await work(id)
    expect(await read(id)).toMatchObject({ status: 'completed', cost: '0.010000' })
    expect(await customer.money()).toEqual({ balance: '4.990000', held: '0.000000' })
  })

  it("a refusal is final, with the upstream's message", async () => {
    const id = await created()
    const refusal = { message: 'No squares today', code: 'moderation_blocked', param: 'prompt' }
    first.answer(answerWith.json(400, { error: refusal }))
    await work(id)
    expect(await read(id)).toMatchObject({
      status: 'failed',
      error: {
        code: 'content_policy_violation',
        message: 'No squares today',
        type: 'invalid_request_error',
        param: 'prompt',
        retryable: false,
      },
    })
    const other = await created()
    first.answer(answerWith.json(400, { error: { message: 'Bad size' } }))
    await work(other)
    expect(await read(other)).toMatchObject({ error: { code: 'invalid_input', message: 'Bad size' } })
    expect(await customer.money()).toEqual(untouched)
  })

  it('with nothing useful passes the task to the next route; the usage shows both', async () => {
    const id = await created({ model: 'acme/both' })
    const [failing, serving] = [first, second]
    failing.answer(broken)
    await work(id)
    expect(serving.requests).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: 'completed' })
    expect(await customer.rows()).toMatchObject([
      {
        provider: 'backup',
        attempts: [
          { provider: 'acme', code: 'upstream_error' },
          { provider: 'backup', code: null },
        ],
      },
    ])
  })
})

describe('the sandbox', () => {
  it.each(['content_policy_violation', 'upstream_error', 'rate_limit_exceeded', 'anything_else'])(
    'fails with %s when it is told to, at once',
    async (code) => {
      const id = await created({ model: 'sandbox/image-1', prompt: `A kite [[fail:${code}]]` })
      await work(id)
      expect(await read(id)).toMatchObject({ status: 'failed', error: { code } })
      expect(await customer.money()).toEqual(untouched)
    },
  )
})

describe('two workers', () => {
  it('that have the same task complete it once', async () => {
    const id = await created()
    await Promise.all([work(id), work(id), work(id)])
    expect(await read(id)).toMatchObject({ status: 'completed', images: [{}] })
    expect(await customer.money()).toEqual({ balance: '4.990000', held: '0.000000' })
    expect(await customer.rows()).toHaveLength(1)
  })

  it('of which the first died: the second continues', async () => {
    const id = await created()
    await pool.query(
      "UPDATE image_tasks SET status = 'processing', run = 1, started_at = now() WHERE id = $1",
      [id],
    )
    await work(id)
    expect(await read(id)).toMatchObject({ status: 'completed' })
  })

  it('a result after the cancel is discarded', async () => {
    const id = await created()
    first.answer((response, request) => {
      cancelTask(customer.caller, id).then(() => fine(response, request))
    })
    await work(id)
    expect(await read(id)).toMatchObject({ status: 'cancelled', images: [] })
    expect(await customer.money()).toEqual(untouched)
    expect(await customer.rows()).toEqual([])
  })
})

it('a missed cancel stops the work once the lost connection is noticed', async () => {
  const id = await created()
  const begun = Promise.withResolvers<void>()
  const stopped = whileOpen(imageTasks, id, (ended) => {
    begun.resolve()
    return new Promise((resolve) => ended.addEventListener('abort', () => resolve(ended.reason.name)))
  })
  await begun.promise
  const ended = `status = 'cancelled', finished_at = now(), expires_at = now(), settlement = '{"kind":"release"}'`
  await pool.query(`UPDATE image_tasks SET ${ended} WHERE id = $1`, [id]) // without a notification
  await pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'portico-notify' AND datname = current_database()",
  )
  expect(await stopped).toBe('TaskEnded')
})

it('a task that is not drawn within 15 minutes fails and is not tried again, however late timers are', async () => {
  const id = await created()
  first.answer(broken)
  await expect(work(id)).rejects.toThrow()
  await pool.query("UPDATE image_tasks SET started_at = now() - interval '16 minutes' WHERE id = $1", [id])
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  await work(id)
  expect(first.requests).toHaveLength(1)
  expect(await read(id)).toMatchObject({ status: 'failed', error: { code: 'upstream_timeout' } })
  expect(await customer.money()).toEqual(untouched)
})

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
  // The longest sentence that is shown ends with the clapper, which is two units of UTF-16.
  ['without half a character', `${'a'.repeat(998)}🎬 and more`, `${'a'.repeat(998)}🎬…`],
])('a task that an upstream refuses fails with its sentence, %s', async (_what, message, shown) => {
  const { task, money } = await drawn(answerWith.json(400, { error: { message } }))
  expect(task).toMatchObject({ status: 'failed', error: { code: 'invalid_input', message: shown } })
  expect(money).toEqual({ balance: '5.000000', held: '0.000000' })
})

it('an image whose revised prompt the database cannot store is delivered, and charged', async () => {
  const reply = await picturesReply()
  const data = reply.data.map((picture) => ({ ...picture, revised_prompt: 'A te\0al \ud83c square' }))
  const { task, money } = await drawn(answerWith.json(200, { ...reply, data }))
  expect(task).toMatchObject({ status: 'completed', images: [{ revised_prompt: 'A teal \ufffd square' }] })
  expect(money).toEqual({ balance: '4.990000', held: '0.000000' })
})
