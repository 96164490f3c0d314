import { afterAll, beforeEach } from 'vitest'
import { type FaultUpstream, startFaultUpstream } from './fault-upstream'

/** An upstream of a test file's own, which before each test has seen nothing yet. It stops behind the last. */
export async function openUpstream(): Promise<FaultUpstream> {
  const upstream = await startFaultUpstream()
  beforeEach(() => {
    upstream.requests.length = 0
  })
  afterAll(() => upstream.stop())
  return upstream
}
