import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { instanceId, listDead, startHeartbeat, stopHeartbeat } from './instance'
import { heardOf } from './testing/heard-of'

afterAll(stopHeartbeat)

/** A process that is as silent as a dead one, and one that has ended. */
async function silentAndEnded(): Promise<[string, string]> {
  const [silent, ended] = [`inst_${randomUUID()}`, `inst_${randomUUID()}`]
  await heardOf(silent, { secondsAgo: 25 })
  return [silent, ended]
}

it('a process that has just begun takes none for dead that has not ended', async () => {
  const [silent, ended] = await silentAndEnded()
  await startHeartbeat('web')
  expect(await listDead([silent, ended])).toEqual(new Set([ended]))
})

it.each([
  ['went on without a gap knows the dead', 6, true],
  ['could not speak for a while does not, until it has been heard for long enough', 11, false],
])('a process that %s', async (_name, secondsAgo, knows) => {
  const [silent, ended] = await silentAndEnded()
  await heardOf(instanceId(), { secondsAgo, steadyFor: 60 })
  await startHeartbeat('web')
  expect(await listDead([silent, ended])).toEqual(new Set(knows ? [silent, ended] : [ended]))
})
