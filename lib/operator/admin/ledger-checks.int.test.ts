import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { instanceId, startHeartbeat, stopHeartbeat } from '@/lib/platform/instance'
import { heardOf } from '@/lib/platform/testing/other-processes'
import { listLedgerChecks, runLedgerCheck, sweepLedgerChecks } from './ledger-checks'
import { insertCheck } from './repository'

beforeAll(() => startHeartbeat('all'))
afterAll(stopHeartbeat)

const HOUR = 3_600_000

/** A check that was started. */
async function begun(instance: string | null, startedAt = new Date()): Promise<string> {
  const id = newId('chk')
  await insertCheck({ id, cause: 'schedule', startedAt, ...(instance !== null && { instanceId: instance }) })
  return id
}

async function statusOf(id: string): Promise<string | undefined> {
  return (await listLedgerChecks()).data.find((check) => check.id === id)?.status
}

describe('a ledger check', () => {
  it('is interrupted when its process died, and runs while it is alive or queued', async () => {
    const dead = newId('inst')
    await heardOf(dead, { secondsAgo: 60 })
    await heardOf(instanceId(), { secondsAgo: 0, steadyFor: 60 })
    const checks = {
      cutOff: await begun(dead),
      ofNobody: await begun(newId('inst')),
      living: await begun(instanceId()),
      waiting: await begun(null),
      forgotten: await begun(null, new Date(Date.now() - HOUR)),
    }
    await sweepLedgerChecks()
    expect(await statusOf(checks.cutOff)).toBe('interrupted')
    expect(await statusOf(checks.ofNobody)).toBe('interrupted')
    expect(await statusOf(checks.living)).toBe('running')
    expect(await statusOf(checks.waiting)).toBe('running')
    expect(await statusOf(checks.forgotten)).toBe('interrupted')
  })

  it('continues in the process that claims it after an interruption', async () => {
    const id = await begun(newId('inst'))
    await sweepLedgerChecks()
    await runLedgerCheck({ payload: { checkId: id } })
    expect(['passed', 'failed']).toContain(await statusOf(id))
    await sweepLedgerChecks()
    expect(await statusOf(id)).not.toBe('interrupted')
  })
})
