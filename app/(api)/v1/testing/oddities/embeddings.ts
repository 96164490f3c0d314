import { expect } from 'vitest'
import type { Oddity } from './oddity'
import { json } from './upstream-bytes'

const model = { modality: 'embedding', pricing: { prompt: '0.0000001' } }
const vector = (first: number) => Array.from({ length: 8 }, (_, at) => (at === 0 ? first : 0.5))

export const embeddings: readonly Oddity[] = [
  {
    report: 'BerriAI/litellm#42426',
    comes: 'An upstream of embeddings that knows no `encoding_format` and answers lists of numbers.',
    becomes: 'The client gets what it asked for: base64 is made of the numbers here.',
    tries: [
      {
        model,
        ask: { path: '/v1/embeddings', body: { input: ['a'], encoding_format: 'base64' } },
        answers: json(200, {
          object: 'list',
          data: [{ object: 'embedding', index: 0, embedding: vector(0.25) }],
          usage: { prompt_tokens: 10, total_tokens: 10 },
        }),
        reads: { body: { data: [{ index: 0, embedding: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) }] } },
        row: { prompt_tokens: 10, cost: '0.000001' },
      },
    ],
  },
]
