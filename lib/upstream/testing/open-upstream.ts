import { afterAll, beforeEach } from 'vitest'
import { type FaultUpstream, startFaultUpstream } from './fault-upstream'

/** An upstream for a test file. Its recorded requests are cleared before each test, and it stops after the last. */
export async function openUpstream(): Promise<FaultUpstream> {
  const upstream = await startFaultUpstream()
  beforeEach(() => {
    upstream.requests.length = 0
  })
  afterAll(() => upstream.stop())
  return upstream
}
