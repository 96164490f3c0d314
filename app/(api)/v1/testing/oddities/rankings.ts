import { answerWith } from '@/lib/upstream/testing/answer-with'
import type { Oddity, Try } from './oddity'
import { json } from './upstream-bytes'

/** Reranking, and moderations. */
const documents = ['one', 'two', 'three']
const model = { modality: 'rerank', pricing: { prompt: '0.000001' } }
const byRequest = { modality: 'rerank', pricing: { request: '0.002' } }
const told = { status: 'success', prompt_tokens: 9, usage_source: 'upstream', cost: '0.000009' }
const usage = { total_tokens: 9 }
/** The query with each of the three documents. */
const counted = { status: 'success', prompt_tokens: 6, usage_source: 'estimated', cost: '0.000006' }

/** Three documents, the third the best and the second the worst, as the client reads it. */
const ranks = (answer: unknown, more: Partial<Try> = {}): Try => ({
  model,
  ask: { path: '/v1/rerank', body: { query: 'three', documents } },
  answers: json(200, answer),
  reads: {
    body: {
      results: [
        { index: 2, relevance_score: 0.9 },
        { index: 0, relevance_score: 0.5 },
        { index: 1, relevance_score: 0.1 },
      ],
    },
  },
  row: told,
  ...more,
})

const fails = (answer: unknown, more: Partial<Try> = {}): Try =>
  ranks(answer, { reads: { status: 502, error: 'upstream_error' }, row: { status: 'failed' }, ...more })

const result = (index: unknown, relevance_score: unknown, more: object = {}) => ({
  index,
  relevance_score,
  ...more,
})
const results = [result(0, 0.5), result(1, 0.1), result(2, 0.9)]
const scored = [
  { index: 2, score: 0.9 },
  { index: 0, score: 0.5 },
  { index: 1, score: 0.1 },
]

const rankings: readonly Oddity[] = [
  {
    report: 'BerriAI/litellm#29156',
    comes: 'SGLang’s ranking: a bare list, `score`, documents as text.',
    becomes: 'It is read; the documents of the answer are the client’s own.',
    tries: [
      ranks(
        scored.map((one) => ({ ...one, document: documents[one.index] })),
        {
          ask: { path: '/v1/rerank', body: { query: 'three', documents, return_documents: true } },
          reads: {
            body: { results: [{ index: 2, document: { text: 'three' } }, { index: 0 }, { index: 1 }] },
          },
          row: counted,
        },
      ),
    ],
  },
  {
    report: 'diegosouzapw/OmniRoute#13733',
    comes: 'The ranking of text-embeddings-inference: a bare list of `index` and `score`.',
    becomes: 'It is read.',
    tries: [ranks(scored, { row: counted })],
  },
  {
    report: 'diegosouzapw/OmniRoute#7809',
    comes: 'Voyage refuses `top_n`, and ranks in `data`.',
    becomes: '`top_n` is applied here and never sent; `data` is read.',
    tries: [
      ranks(
        { object: 'list', data: scored.map(({ index, score }) => result(index, score)), usage },
        {
          ask: { path: '/v1/rerank', body: { query: 'three', documents, top_n: 2 } },
          sent: /^(?!.*top_n)/s,
          reads: { body: { results: [{ index: 2 }, { index: 0 }] } },
        },
      ),
    ],
  },
  {
    report: 'gpustack/gpustack#4932',
    comes: 'vLLM’s scores: `data` with `score`.',
    becomes: 'They are read.',
    tries: [ranks({ object: 'list', data: scored.map((one) => ({ object: 'score', ...one })), usage })],
  },
  {
    report: 'joonsoome/embed-rerank#11',
    comes: '`document: null` in each result.',
    becomes: 'It counts as absent.',
    tries: [ranks({ results: results.map((one) => ({ ...one, document: null })), usage })],
  },
  {
    report: 'mudler/LocalAI#7189',
    comes: 'Results in the order of the documents, and all of them, whatever `top_n` says.',
    becomes: 'The best first, as many as were asked for.',
    tries: [
      ranks(
        { results: results.map((one) => ({ ...one, document: { text: 'x' } })), usage },
        {
          ask: { path: '/v1/rerank', body: { query: 'three', documents, top_n: 1 } },
          reads: { body: { results: [{ index: 2, relevance_score: 0.9 }] } },
        },
      ),
      ranks(
        { results, usage },
        {
          name: 'more than there are',
          ask: { path: '/v1/rerank', body: { query: 'three', documents, top_n: 10 } },
        },
      ),
    ],
  },
  {
    report: 'HKUDS/LightRAG#3574',
    comes: 'Indexes that are none, scores that are missing.',
    becomes:
      'An index is found where only one can be meant; without a score for a document there is no ranking.',
    tries: [
      ranks({ results: [result(true, 0.5), result(1, 0.1), result(2, 0.9)], usage }, { name: 'true' }),
      ranks({ results: [result(2, 0.9), result(undefined, 0.5), result(1, 0.1)], usage }, { name: 'none' }),
      ranks(
        { results: [result('2', '0.9'), result('0', '0.5'), result('1', '0.1')], usage },
        { name: 'as text' },
      ),
      fails({ results: [result(0, 0.5), result(1, null), result(2, 0.9)], usage }, { name: 'no score' }),
      fails({ results: [result(0, 0.5), result(7, 0.9)], usage }, { name: 'no such document' }),
      fails({ results: [{ relevance_score: 0.9 }], usage }, { name: 'one of them, without an index' }),
    ],
  },
  {
    report: 'danny-avila/rag_api#190',
    comes: 'Texts with scores, without indexes.',
    becomes: 'Each text is found among the documents.',
    tries: [
      ranks(
        scored.map(({ index, score }) => ({ text: documents[index], score })),
        { row: counted },
      ),
    ],
  },
  {
    report: 'ggml-org/llama.cpp#8555',
    comes: 'Scores that are logits, below zero too, unsorted; `meta: null`.',
    becomes: 'They are passed on as they are, the best first.',
    tries: [
      ranks(
        { id: null, results: [result(0, 7.74), result(1, -11.02), result(2, 3.85)], meta: null },
        {
          reads: {
            body: { results: [result(0, 7.74), result(2, 3.85), result(1, -11.02)] },
          },
          row: counted,
        },
      ),
    ],
  },
  {
    report: 'scarletkc/vexor#51',
    comes: 'A document that is ranked twice.',
    becomes: 'It stands once, by its better score.',
    tries: [ranks({ results: [...results, result(2, 0.2)], usage })],
  },
  {
    report: 'maximhq/bifrost#4239',
    comes: 'Cohere’s usage: search units and no tokens.',
    becomes: 'A price by the request is charged once; the tokens are counted here.',
    tries: [
      ranks(
        { results, meta: { billed_units: { search_units: 1 } } },
        { model: byRequest, row: { status: 'success', usage_source: 'estimated', cost: '0.002000' } },
      ),
    ],
  },
  {
    report: 'BerriAI/litellm#36206',
    comes: 'Tokens in `meta`, not in `usage`.',
    becomes: 'They are what is charged.',
    tries: [
      ranks({ results, meta: { tokens: { input_tokens: 9, output_tokens: 0 } } }),
      ranks({ results, meta: { billed_units: { total_tokens: 9 } } }, { name: 'as units' }),
    ],
  },
  {
    report: 'langgenius/dify#7547',
    comes: 'An empty ranking, or none.',
    becomes: 'No answer: the next route is asked, else 502; nothing is charged.',
    tries: [
      fails({ results: [], usage }),
      fails({ results: null }, { name: 'null' }),
      ranks({ results: [] }, { name: 'another route', fallback: json(200, { results, usage }) }),
      fails(null, {
        name: 'NaN',
        answers: answerWith.text(200, 'application/json', '{"results":[{"index":0,"relevance_score":NaN}]}'),
      }),
    ],
  },
]

const moderation = { modality: 'moderation', pricing: { prompt: '0.000001' } }
const judgedBy = { status: 'success', prompt_tokens: 2, usage_source: 'estimated', cost: '0.000002' }

const judges = (answer: unknown, verdict: object | null, more: Partial<Try> = {}): Try => ({
  model: moderation,
  ask: { path: '/v1/moderations', body: { input: 'one two' } },
  answers: json(200, answer),
  reads: verdict ? { body: { results: [verdict] } } : { status: 502, error: 'upstream_error' },
  row: verdict ? judgedBy : { status: 'failed' },
  ...more,
})

const moderations: readonly Oddity[] = [
  {
    report: 'meta-llama/llama-api-python#33',
    comes: 'A verdict without categories.',
    becomes: 'The verdict counts; categories and scores are empty.',
    tries: [
      judges(
        { model: 'Llama-Guard', results: [{ flagged: false, flagged_categories: null }] },
        { flagged: false, categories: {}, category_scores: {} },
      ),
      judges({ results: [{ category_scores: { hate: 0.9 } }] }, null, { name: 'but not scores alone' }),
    ],
  },
  {
    report: 'openai/openai-python#1786',
    comes: '`null` in categories and scores that a model does not know.',
    becomes: 'It stays: it is OpenAI’s own word for that.',
    tries: [
      judges(
        {
          results: [
            {
              flagged: true,
              categories: { hate: true, illicit: null },
              category_scores: { hate: 0.9, illicit: null },
            },
          ],
        },
        {
          flagged: true,
          categories: { hate: true, illicit: null },
          category_scores: { hate: 0.9, illicit: null },
        },
      ),
    ],
  },
  {
    report: 'BerriAI/litellm#8453',
    comes: 'Mistral’s verdicts: no `flagged`.',
    becomes: 'Any category that is true flags.',
    tries: [
      judges(
        {
          results: [{ categories: { pii: true }, category_scores: { pii: 0.9 } }],
          usage: { prompt_tokens: 5 },
        },
        { flagged: true, categories: { pii: true } },
        { row: { status: 'success', prompt_tokens: 5, usage_source: 'upstream' } },
      ),
    ],
  },
  {
    report: 'pollinations/pollinations#13423',
    comes: 'Verdicts that a model writes: words and numbers for true and false, one result as an object.',
    becomes: 'They are read; what is neither is left out.',
    tries: [
      judges(
        {
          results: {
            flagged: 'true',
            categories: { hate: 'false', violence: 1, sexual: 0, other: 'maybe' },
            category_scores: { hate: '0.1', violence: 'high' },
            category_applied_input_types: null,
          },
        },
        {
          flagged: true,
          categories: { hate: false, violence: true, sexual: false },
          category_scores: { hate: 0.1 },
        },
      ),
      judges({ choices: [{ index: 0, message: { role: 'assistant', content: 'Safe.' } }] }, null, {
        name: 'but not a chat answer',
      }),
      judges({ results: [] }, null, { name: 'nor none' }),
    ],
  },
]

export const judgments: readonly Oddity[] = [...rankings, ...moderations]
