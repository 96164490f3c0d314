import { expect, it } from 'vitest'
import { suggest } from './discover-models'

const pricing = { prompt: '0.1', completion: '0.2' }
const route = (providerId: string, modelId: string, upstreamId: string) => ({
  id: `${providerId} ${modelId}`,
  providerId,
  modelId,
  upstreamId,
  model: { name: modelId.toUpperCase(), modality: 'chat' },
  provider: { name: providerId.toUpperCase() },
  price: { pricing, cost: null },
})
const routes = [
  route('openai', 'openai/gpt-9', 'gpt-9'),
  route('groq', 'meta/llama-9', 'Llama-9-Turbo'),
  route('acme', 'acme/known', 'known-upstream'),
  route('acme', 'qwen/q9', 'q-9'),
  route('groq', 'qwen/q9', 'q9'),
  route('sandbox', 'sandbox/chat', 'chat'),
]
const listed = (id: string) =>
  suggest(
    'acme',
    [
      { id, contextLength: 5 },
      { id, contextLength: 5 },
    ],
    routes,
  )

it.each([
  [
    'what it serves already',
    'known-upstream',
    { served_as: 'acme/known', route_id: 'acme acme/known', model_id: 'acme/known' },
  ],
  ['by the name at another provider', 'gpt-9', { model_id: 'openai/gpt-9', priced_as_at: 'OPENAI', pricing }],
  ['by the model’s id', 'meta/llama-9', { model_id: 'meta/llama-9', name: 'META/LLAMA-9' }],
  ['by the last part of either', 'accounts/x/llama-9-turbo', { model_id: 'meta/llama-9', is_known: true }],
  ['none that it serves under another name', 'q9', { model_id: 'acme/q9', is_known: false }],
  ['none of the sandbox', 'chat', { model_id: 'acme/chat', is_known: false, pricing: null }],
  ['an id of what is none', 'team x/café', { model_id: 'acme/team-x/caf-', name: 'café' }],
  ['no id where nothing is left of the name', '模型-一', { model_id: '', name: '模型-一' }],
  ['a kind by the name', 'acme-embed-3', { modality: 'embedding', is_known: false, context_length: 5 }],
  ['speech by the name', 'gpt-tts', { modality: 'speech' }],
])('suggests %s', (_what, id, found) => {
  expect(listed(id)).toEqual([
    expect.objectContaining({ upstream_id: id, served_as: null, route_id: null, ...found }),
  ])
})
