import { answerWith } from '@/lib/upstream/testing/answer-with'
import type { Oddity, Try } from './oddity'
import { json } from './upstream-bytes'

/** Embeddings. */
const path = '/v1/embeddings'
const model = { modality: 'embedding', pricing: { prompt: '0.000001' } }
const usage = { prompt_tokens: 6, total_tokens: 6 }

const first = [0.25, -0.5]
const second = [1, 0]
const base64 = (vector: readonly number[]) => Buffer.from(new Float32Array(vector).buffer).toString('base64')
const item = (embedding: unknown, more: object = {}) => ({ object: 'embedding', embedding, ...more })
const told = { status: 'success', prompt_tokens: 6, usage_source: 'upstream', cost: '0.000006' }
const counted = { status: 'success', prompt_tokens: 2, usage_source: 'estimated', cost: '0.000002' }

/** Two texts, their vectors in their order, and what the upstream counted. */
const embeds = (answer: unknown, more: Partial<Try> = {}): Try => ({
  model,
  ask: { path, body: { input: ['one', 'two'] } },
  answers: json(200, answer),
  reads: {
    body: {
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: first },
        { object: 'embedding', index: 1, embedding: second },
      ],
    },
  },
  row: told,
  ...more,
})

/** One text. */
const embedsOne = (answer: unknown, more: Partial<Try> = {}): Try =>
  embeds(answer, {
    ask: { path, body: { input: 'one' } },
    reads: { body: { data: [{ index: 0, embedding: first }] } },
    ...more,
  })

const fails = (answer: unknown, more: Partial<Try> = {}): Try =>
  embeds(answer, { reads: { status: 502, error: 'upstream_error' }, row: { status: 'failed' }, ...more })

const list = (data: unknown, more: object = {}) => ({ object: 'list', data, usage, ...more })
const both = [item(first, { index: 0 }), item(second, { index: 1 })]

export const vectors: readonly Oddity[] = [
  {
    report: 'samfoy/pi-session-search#13',
    comes: 'The first vector without `index`: Google leaves out a 0.',
    becomes: 'It has the index that no other has, wherever it stands.',
    tries: [
      embeds(list([item(first), item(second, { index: 1 })]), { name: 'first' }),
      embeds(list([item(second, { index: 1 }), item(first)]), { name: 'last' }),
    ],
  },
  {
    report: 'spring-projects/spring-ai#7019',
    comes: 'Vectors without `index`.',
    becomes: 'They stand in the order of the inputs; the client gets indexes.',
    tries: [embeds(list([item(first), item(second)]))],
  },
  {
    report: 'agentscope-ai/QwenPaw#5782',
    comes: '`index: null` with each vector.',
    becomes: 'As without one.',
    tries: [embeds(list([item(first, { index: null }), item(second, { index: null })]))],
  },
  {
    report: 'BerriAI/litellm#25656',
    comes: '`index: 0` with each vector.',
    becomes: 'As without one.',
    tries: [embeds(list([item(first, { index: 0 }), item(second, { index: 0 })]))],
  },
  {
    report: 'xorbitsai/inference#5240',
    comes: 'Indexes that count on from the requests of others: 1 and 2 for two inputs.',
    becomes: 'They order the vectors; the client gets 0 and 1.',
    tries: [
      embeds(list([item(first, { index: 1 }), item(second, { index: 2 })]), { name: 'in order' }),
      fails(list([item(first, { index: 0 }), item(second, { index: 2 })]), { name: 'but not with a gap' }),
    ],
  },
  {
    report: 'norrietaylor/distillery#601',
    comes: 'Vectors in another order than the inputs.',
    becomes: 'The client gets them in the order of its inputs.',
    tries: [
      embeds(list([...both].reverse())),
      embeds(list([item(second, { index: '1' }), item(first, { index: '0' })]), { name: 'as text' }),
    ],
  },
  {
    report: 'abetlen/llama-cpp-python#1588',
    comes: 'Each vector inside one more list.',
    becomes: 'It is taken out of it.',
    tries: [embeds(list([item([first], { index: 0 }), item([second], { index: 1 })]))],
  },
  {
    report: 'langroid/langroid#922',
    comes: 'The list alone, without an envelope, in several of llama.cpp’s shapes.',
    becomes: 'Each is read.',
    tries: [
      embeds([item([first], { index: 0 }), item([second], { index: 1 })], { name: 'objects', row: counted }),
      embeds([first, second], { name: 'vectors', row: counted }),
      embedsOne({ embedding: first }, { name: 'one', row: { status: 'success', prompt_tokens: 1 } }),
      embedsOne(
        { embedding: [first] },
        { name: 'one, nested', row: { status: 'success', prompt_tokens: 1 } },
      ),
      embedsOne(first, { name: 'numbers', row: { status: 'success', prompt_tokens: 1 } }),
      fails(list([item([first, second], { index: 0 }), item(second, { index: 1 })]), {
        name: 'but not a vector for each token',
      }),
    ],
  },
  {
    report: 'OpenSecretCloud/maple-proxy#40',
    comes: 'Base64, whatever was asked for.',
    becomes: 'Numbers, or base64 where the client asked for it.',
    tries: [
      embeds(list([item(base64(first), { index: 0 }), item(base64(second), { index: 1 })]), {
        name: 'numbers',
      }),
      embeds(list([item(base64(first), { index: 0 }), item(base64(second), { index: 1 })]), {
        name: 'base64',
        ask: { path, body: { input: ['one', 'two'], encoding_format: 'base64' } },
        reads: { body: { data: [{ embedding: base64(first) }, { embedding: base64(second) }] } },
      }),
      fails(list([item('not a vector', { index: 0 }), item(second, { index: 1 })]), { name: 'but no text' }),
    ],
  },
  {
    report: 'Lightning-AI/LitServe#740',
    comes: 'Numbers, although `encoding_format: "base64"` was asked for.',
    becomes: 'The client gets base64 of 32-bit floats; upstreams are never asked for it.',
    tries: [
      embeds(list(both), {
        ask: { path, body: { input: ['one', 'two'], encoding_format: 'base64' } },
        reads: { body: { data: [{ embedding: base64(first) }, { embedding: base64(second) }] } },
        sent: { model: 'up', input: ['one', 'two'] },
      }),
    ],
  },
  {
    report: 'vllm-project/vllm#5935',
    comes: 'Base64 inside a list.',
    becomes: 'It is read as the vector that it is.',
    tries: [embeds(list([item([base64(first)], { index: 0 }), item([base64(second)], { index: 1 })]))],
  },
  {
    report: 'ollama/ollama#5870',
    comes: 'Ollama’s own shape: vectors in `embeddings`.',
    becomes: 'It is read.',
    tries: [embeds({ model: 'bge-m3', embeddings: [first, second] }, { row: counted })],
  },
  {
    report: 'quarkiverse/quarkus-langchain4j#2759',
    comes: 'Tokens in Ollama’s `prompt_eval_count`.',
    becomes: 'They are what is charged.',
    tries: [embeds({ embeddings: [first, second], total_duration: 14_143_917, prompt_eval_count: 6 })],
  },
  {
    report: 'BerriAI/litellm#15833',
    comes: 'Cohere’s shape: vectors by their type, tokens in `meta.billed_units`.',
    becomes: 'Both are read.',
    tries: [embeds({ embeddings: { float: [first, second] }, meta: { billed_units: { input_tokens: 6 } } })],
  },
  {
    report: 'huggingface/text-embeddings-inference#51',
    comes: '`[[null, null], …]`.',
    becomes: 'No answer: the next route is asked, else 502; nothing is charged.',
    tries: [
      fails([
        [null, null],
        [null, null],
      ]),
      embeds([[null, null], second], { name: 'another route', fallback: json(200, list(both)) }),
    ],
  },
  {
    report: 'huggingface/text-embeddings-inference#557',
    comes: 'Empty vectors for some inputs.',
    becomes: 'No answer: 502, nothing charged.',
    tries: [fails([first, []])],
  },
  {
    report: 'ollama/ollama#13020',
    comes: '`{"embedding":[]}`.',
    becomes: 'No answer: 502, nothing charged.',
    tries: [fails({ embedding: [] }, { ask: { path, body: { input: 'one' } } })],
  },
  {
    report: 'ggml-org/llama.cpp#13854',
    comes: '`null` in place of each number.',
    becomes: 'No answer: 502, nothing charged.',
    tries: [fails(list([item([null, null], { index: 0 }), item([null, null], { index: 1 })]))],
  },
  {
    report: 'smaramwbc/statewave#225',
    comes: 'Fewer vectors than inputs, or more.',
    becomes: 'No answer: 502, nothing charged.',
    tries: [
      fails(list([item(first, { index: 0 })]), { name: 'fewer' }),
      fails(list([...both, item(first, { index: 2 })]), { name: 'more' }),
    ],
  },
  {
    report: 'langchain-ai/langchain#35204',
    comes: '`data: []` under status 200.',
    becomes: 'No answer: 502, nothing charged.',
    tries: [fails(list([]))],
  },
  {
    report: 'egoist/openai-proxy#1',
    comes: 'An error under status 200.',
    becomes: 'An error of the kind that it names; another route is tried where one may help.',
    tries: [
      embeds(
        {
          error: {
            code: null,
            message: 'Invalid URL (POST /engines/ada/embeddings)',
            type: 'invalid_request_error',
          },
        },
        {
          name: 'of the request',
          reads: { status: 400, error: 'invalid_parameter' },
          row: { status: 'failed' },
        },
      ),
      embeds(
        { error: { code: 429, message: 'Slow down.' } },
        {
          name: 'of a limit',
          reads: { status: 429, error: 'rate_limit_exceeded' },
          row: { status: 'failed' },
        },
      ),
      fails({ ...list(both), error: 'The model crashed.' }, { name: 'beside vectors' }),
    ],
  },
  {
    report: 'CherryHQ/cherry-studio#15778',
    comes: 'Jina’s usage: `total_tokens` alone.',
    becomes: 'It is the count.',
    tries: [embeds(list(both, { usage: { total_tokens: 6 } }))],
  },
  {
    report: 'tensorzero/tensorzero#4617',
    comes: '`null` in `usage`.',
    becomes: 'The tokens are counted here (`usage_source: "estimated"`).',
    tries: [
      embeds(list(both, { usage: null }), { name: 'for all of it', row: counted }),
      embeds(list(both, { usage: { prompt_tokens: null, total_tokens: null } }), {
        name: 'for its members',
        row: counted,
      }),
    ],
  },
  {
    report: 'lmstudio-ai/lmstudio-bug-tracker#1546',
    comes: 'A usage of 0 tokens for every text.',
    becomes: 'Nobody counted: the tokens are counted here.',
    tries: [embeds(list(both, { usage: { prompt_tokens: 0, total_tokens: 0 } }), { row: counted })],
  },
  {
    report: 'vertesia/llumiverse#101',
    comes: '`prompt_tokens` beside `total_tokens: 0`.',
    becomes: '`prompt_tokens` count.',
    tries: [
      embeds(
        list(both, {
          usage: { prompt_tokens: 6, total_tokens: 0, completion_tokens: 0, request_count: null },
        }),
      ),
    ],
  },
  {
    report: 'ai-dynamo/aiperf#1405',
    comes: 'A usage that is none: text, a list, negative numbers.',
    becomes: 'It counts as absent; numbers as text are numbers.',
    tries: [
      embeds(list(both, { usage: 'much' }), { name: 'text', row: counted }),
      embeds(list(both, { usage: [] }), { name: 'a list', row: counted }),
      embeds(list(both, { usage: { prompt_tokens: -6 } }), { name: 'below zero', row: counted }),
      embeds(list(both, { usage: { prompt_tokens: 1e12 } }), { name: 'no count', row: counted }),
      embeds(list(both, { usage: { prompt_tokens: '6' } }), { name: 'a number as text' }),
      embeds(list(both, { usage: { input_tokens: 6 } }), { name: 'another name' }),
      embeds(list(both, { usage: { total: 6 } }), { name: 'yet another' }),
    ],
  },
  {
    report: 'stargate/data-api#1170',
    comes: 'A page, or text, instead of JSON.',
    becomes: 'No answer: 502, nothing charged.',
    tries: [
      fails(null, { name: 'a page', answers: answerWith.text(200, 'text/html', '<html>"embedding"</html>') }),
      fails(null, { name: 'no JSON', answers: answerWith.text(200, 'application/json', 'Not Found') }),
      fails(null, { name: 'null' }),
    ],
  },
]
