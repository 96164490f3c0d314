import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createKey, findKeyCaller } from '@/lib/account/api-keys/keys'
import { listMembershipsOf } from '@/lib/account/identity/memberships'
import { updateMember } from '@/lib/account/organizations/members'
import { updateOrganization } from '@/lib/account/organizations/organization'
import { createProject } from '@/lib/account/organizations/projects'
import { flushLedger } from '@/lib/money/ledger/ledger'
import { openMeter, settleMeter } from '@/lib/money/usage/meter'
import { readingOf } from '@/lib/money/usage/testing'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { openCallbackQueue } from '@/lib/work/deliveries/testing'
import { updateWebhooks } from '@/lib/work/deliveries/webhooks'
import { credit, newSpender, sentEvents } from './testing'
import { watchSpending } from './watch-spending'

describe('a limit of several keys', () => {
  beforeAll(() => openCallbackQueue({ works: false }))
  afterAll(stopJobs)

  it('is alerted as a key’s is: of a project in its zone, of a member, and of the organization', async () => {
    const now = new Date()
    vi.spyOn(clock, 'now').mockReturnValue(now) // no day ends in Tokyo, and no month, during the test
    const caller = await newSpender()
    await updateWebhooks(caller, { alert_url: 'http://127.0.0.1:9/alerts' })
    await credit(caller, '100')
    const { customerId } = caller
    const [membership] = await listMembershipsOf(caller.userId)
    const member = membership?.id ?? ''
    const zoned = { timezone: 'Asia/Tokyo', limit_usd: '0.4', limit_reset: 'daily' } as const
    const { id: project } = await createProject(caller, { name: 'Search', ...zoned })
    await updateMember(caller, member, { limit_usd: '0.8' })
    await updateOrganization(caller, { limit_usd: '0.5', limit_reset: 'monthly' })
    const key = await createKey(caller, { name: 'k', owner: member, project_id: project })
    const holder = await findKeyCaller(customerId, key.id)
    /** Each request costs $0.1 and what is alerted after it. */
    const reached: unknown[] = []
    for (let count = 0; count < 4; count++) {
      const meter = openMeter(holder ?? caller, newId('req'), 100_000_000n)
      await meter.held
      await settleMeter(meter, readingOf({ promptTokens: 100_000, completionTokens: 0 }))
      await flushLedger()
      const before = (await sentEvents(caller)).length
      for (let check = 0; check < 2; check++) await watchSpending()
      const events = (await sentEvents(caller)).slice(before)
      reached.push(
        events.flatMap(({ data }) => ('limit_source' in data ? `${data.id} ${data.percent}` : [])).sort(),
      )
    }
    expect(reached).toEqual([
      [],
      [`${project} 50`],
      [`${customerId} 50`],
      [`${customerId} 80`, `${member} 50`, `${project} 100`].sort(),
    ])
    const [first] = await sentEvents(caller)
    const limit_source = 'project_limit'
    expect(first).toMatchObject({
      type: 'spend_limit.reached',
      data: { limit_source, name: 'Search', spent: '0.200000', limit: '0.400000', limit_reset: 'daily' },
    })
    expect(first?.data).toMatchObject({ period_start: expect.stringMatching(/T15:00:00.000Z$/) })
  })
})
