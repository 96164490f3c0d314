import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { forgetHealth } from '@/lib/gateway/routing/testing'
import type { RouteModule } from '@/lib/http/contract'
import { type Door, nodeDoorOf } from '@/lib/http/testing'
import { env } from '@/lib/platform/env'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { type FaultUpstream, startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'

type Settings = {
  modules: Readonly<Record<string, RouteModule>>
  /** The contents of the providers file, given both upstreams. */
  providersAt: (first: FaultUpstream, second: FaultUpstream) => object[]
}

export type OpenedUpstreams = {
  door: Door
  first: FaultUpstream
  second: FaultUpstream
  /** Forgets requests and failures, and makes both upstreams answer this. */
  reset: (reply: object) => void
  close: () => Promise<void>
}

/** For tests: routes in front of two scripted upstreams. */
export async function openUpstreams({ modules, providersAt }: Settings): Promise<OpenedUpstreams> {
  const [first, second] = await Promise.all([startFaultUpstream(), startFaultUpstream()])
  const file = join(env().DATA_DIR, 'providers.json')
  writeFileSync(file, JSON.stringify(providersAt(first, second)))
  await applySeed(file)
  await loadCatalog()
  const node = await nodeDoorOf(modules)
  return {
    door: node.door,
    first,
    second,
    reset: (reply) => {
      forgetHealth()
      for (const upstream of [first, second]) {
        upstream.requests.length = 0
        upstream.answer(answerWith.json(200, reply))
      }
    },
    close: async () => {
      node.close()
      await Promise.all([first.stop(), second.stop()])
    },
  }
}
