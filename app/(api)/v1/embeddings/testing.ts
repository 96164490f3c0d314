import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applySeed } from '@/lib/catalog/apply-seed'
import { loadCatalog } from '@/lib/catalog/read-snapshot'
import { type Door, nodeDoorOf, webDoorOf } from '@/lib/http/testing/doors'
import { env } from '@/lib/platform/env'
import { type FaultUpstream, startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import * as embeddings from './route'

/** For the tests beside it: the route behind both doors, before two upstreams that do as they are told. */
export const path = '/v1/embeddings'

const model = { modality: 'embedding', name: 'Embed', context_length: 100, pricing: { prompt: '0.000001' } }

export async function openEmbeddings(): Promise<{
  doors: [string, Door][]
  first: FaultUpstream
  second: FaultUpstream
  close: () => Promise<void>
}> {
  const [first, second] = await Promise.all([startFaultUpstream(), startFaultUpstream()])
  const provider = (id: string, baseUrl: string, ids: string[]) => ({
    id,
    base_url: baseUrl,
    models: ids.map((one) => ({ ...model, id: one, upstream_id: one.slice('acme/'.length) })),
  })
  const file = join(env().DATA_DIR, 'embedding-providers.json')
  const providers = [
    provider('first', first.baseUrl, ['acme/embed', 'acme/both']),
    provider('second', second.baseUrl, ['acme/other', 'acme/both']),
  ]
  writeFileSync(file, JSON.stringify(providers))
  await applySeed(file)
  await loadCatalog()
  const modules = { [path]: embeddings }
  const node = await nodeDoorOf(modules)
  return {
    doors: [
      ['web', webDoorOf(modules)],
      ['node', node.door],
    ],
    first,
    second,
    close: async () => {
      node.close()
      await Promise.all([first.stop(), second.stop()])
    },
  }
}

/** An upstream's answer for two inputs: 6 tokens. */
export const answer = {
  object: 'list',
  data: [
    { object: 'embedding', index: 0, embedding: [0.25, -0.5] },
    { object: 'embedding', index: 1, embedding: [1, 0] },
  ],
  model: 'embed-2026',
  usage: { prompt_tokens: 6, total_tokens: 6 },
}

export function ask(overrides: object = {}) {
  return { model: 'acme/embed', input: ['one', 'two'], ...overrides }
}
