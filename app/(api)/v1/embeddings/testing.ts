import type { FaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { openUpstreams } from '../testing/open-upstreams'
import * as embeddings from './route'

/** For the tests beside it: the route in front of two scripted upstreams. */
export const path = '/v1/embeddings'

const model = { modality: 'embedding', name: 'Embed', context_length: 100, pricing: { prompt: '0.000001' } }

/** A provider of embeddings at an upstream. */
export function provider(id: string, { baseUrl }: FaultUpstream, ids: string[]) {
  return {
    id,
    base_url: baseUrl,
    models: ids.map((one) => ({ ...model, id: one, upstream_id: one.slice('acme/'.length) })),
  }
}

export function openEmbeddings() {
  return openUpstreams({
    modules: { [path]: embeddings },
    providersAt: (first, second) => [
      provider('first', first, ['acme/embed', 'acme/both']),
      provider('second', second, ['acme/other', 'acme/both']),
    ],
  })
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
