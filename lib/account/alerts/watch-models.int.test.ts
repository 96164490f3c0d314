import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { bookUsage } from '@/lib/money/usage/testing'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { openCallbackQueue } from '@/lib/work/deliveries/testing'
import { updateWebhooks } from '@/lib/work/deliveries/webhooks'
import { credit, newSpender, sentEvents } from './testing'
import { watchEndingModels } from './watch-models'

const DAY = 24 * 3600 * 1000
const began = Date.now() // a day may end during the test
const dayIn = (days: number) => new Date(began + days * DAY).toISOString().slice(0, 10)

async function endOn(endsOn: string | null, providerId = 'sandbox'): Promise<void> {
  await prisma.route.updateMany({ where: { modelId: 'sandbox/chat', providerId }, data: { endsOn } })
  await loadCatalog()
}

async function newUser() {
  const caller = await newSpender()
  await credit(caller, '10')
  await updateWebhooks(caller, { alert_url: 'http://127.0.0.1:9/alerts' })
  return caller
}

beforeAll(async () => {
  await openCallbackQueue({ works: false })
  await applySeed(undefined)
  await loadCatalog()
})
afterAll(stopJobs)

describe('a model that ends within 30 days', () => {
  it('is announced once to each customer who used it', async () => {
    const [user, other, idle] = [await newUser(), await newUser(), await newUser()]
    await bookUsage(user, new Date(), { modelId: 'sandbox/chat' })
    await bookUsage(other, new Date(), { modelId: 'sandbox/chat-pro' })
    await endOn(dayIn(40))
    await watchEndingModels()
    expect(await sentEvents(user)).toEqual([])
    await endOn(dayIn(20))
    await Promise.all([watchEndingModels(), watchEndingModels()])
    vi.spyOn(clock, 'now').mockReturnValue(new Date(began + DAY))
    await endOn(dayIn(25))
    await watchEndingModels()
    expect(await sentEvents(user)).toMatchObject([
      {
        type: 'model.ending',
        data: { model_id: 'sandbox/chat', model_name: expect.any(String), ends_on: dayIn(20) },
      },
    ])
    expect(await sentEvents(other)).toEqual([])
    expect(await sentEvents(idle)).toEqual([])
  })

  it('is not announced to who has not used it for 30 days, or once it is over', async () => {
    const user = await newUser()
    await bookUsage(user, new Date(), { modelId: 'sandbox/chat' })
    await endOn(dayIn(-1))
    await watchEndingModels()
    expect(await sentEvents(user)).toEqual([])
    vi.spyOn(clock, 'now').mockReturnValue(new Date(began + 32 * DAY))
    await endOn(dayIn(40))
    await watchEndingModels()
    expect(await sentEvents(user)).toEqual([])
  })
})
