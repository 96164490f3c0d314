import { afterAll, expect, it, vi } from 'vitest'
import { storage } from '@/lib/platform/storage/storage'
import { createGeneration } from './create-task'
import { readTask } from './read-task'
import { CreateGenerationRequest, ImageTask } from './schema'
import { newCustomer } from './testing/new-customer'
import { openTestbed, work } from './testing/open-testbed'
import { readStream } from './testing/read-stream'

const { close } = await openTestbed()
afterAll(close)

it('a reader that hangs up before the first byte leaves the result to the next one, at once, and nothing open', async () => {
  const { caller } = await newCustomer()
  const json = { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64', quality: 'low' }
  const { id } = await createGeneration(caller, CreateGenerationRequest.parse(json))
  await work(id)
  const read = (signal: AbortSignal) => readTask(caller, id, { takesResult: true, signal })
  const get = vi.spyOn(storage(), 'get')
  const hungUp = await read(AbortSignal.abort())
  const opened = await get.mock.results[0]?.value
  vi.restoreAllMocks()
  void readStream(hungUp)
  const whole = await vi.waitFor(() => read(new AbortController().signal), 10_000)
  expect(ImageTask.parse(JSON.parse(await readStream(whole))).data[0]?.b64_json).toBeDefined()
  expect(opened.body.destroyed).toBe(true)
})
