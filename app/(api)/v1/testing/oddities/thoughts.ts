import { ask, byMessages, byResponses, type Oddity, streamed, whole } from './oddity'
import { chunk, completion, end, json, opening, rest, stream, text, usageChunk } from './upstream-bytes'

const thinking = [
  { type: 'thinking', thinking: [{ type: 'text', text: 'Well. ' }], closed: true },
  { type: 'text', text: 'some words' },
]
const thought = { text, thoughts: 'Well. ' }

/** Thoughts, and content in parts. */
export const thoughts: readonly Oddity[] = [
  {
    report: 'vercel/ai#13703',
    comes: '`content` as a list of parts with `thinking` and `text` in a whole answer (Mistral).',
    becomes: '`content` is the text, the thoughts are `reasoning_content`.',
    tries: [whole(json(200, completion({ content: thinking })), thought)],
  },
  {
    report: 'NousResearch/hermes-agent#4748',
    comes: 'The same in deltas, text in lists too.',
    becomes: 'Text and thoughts.',
    tries: [
      streamed(
        stream(
          chunk({ role: 'assistant', content: thinking.slice(0, 1) }),
          chunk({ content: [{ type: 'text', text: 'some ' }] }),
          rest,
          end,
          usageChunk,
        ),
        thought,
      ),
    ],
  },
  {
    report: 'agentjido/req_llm#742',
    comes: '`thinking` parts whose value is a list, to a client of the Responses format.',
    becomes: 'A reasoning item and a message.',
    tries: [
      byResponses(
        true,
        stream(chunk({ role: 'assistant', content: thinking.slice(0, 1) }), opening, rest, end, usageChunk),
        thought,
      ),
      byResponses(false, json(200, completion({ content: thinking })), thought),
    ],
  },
  {
    report: 'meilisearch/meilisearch#6327',
    comes: 'Parts of a kind of their own (`reference`) between text parts (Mistral).',
    becomes: 'The text parts are the content.',
    tries: [
      streamed(
        stream(
          chunk({
            role: 'assistant',
            content: [
              { type: 'reference', reference_ids: [1] },
              { type: 'text', text: 'some ' },
            ],
          }),
          rest,
          end,
          usageChunk,
        ),
        { text },
      ),
      whole(
        json(
          200,
          completion({
            content: [
              { type: 'reference', reference_ids: [1] },
              { type: 'text', text },
            ],
          }),
        ),
        { text },
        { name: 'whole' },
      ),
    ],
  },
  {
    report: 'BerriAI/litellm#20246',
    comes: 'Thoughts in `reasoning` (vLLM) instead of `reasoning_content`.',
    becomes: 'Both members in each delta, so that every client finds them.',
    tries: [
      streamed(stream(chunk({ role: 'assistant', reasoning: 'Well. ' }), opening, rest, end, usageChunk), {
        ...thought,
        body: [{ choices: [{ delta: { reasoning: 'Well. ', reasoning_content: 'Well. ' } }] }, {}, {}, {}],
      }),
      whole(json(200, completion({ content: text, reasoning: 'Well. ' })), thought, { name: 'whole' }),
    ],
  },
  {
    report: 'strands-agents/harness-sdk#2354',
    comes: '`reasoning` beside `reasoning_content: null`, to clients of other formats.',
    becomes: 'Thinking in Messages where it was asked for, a reasoning item in Responses.',
    tries: [
      byMessages(
        true,
        stream(
          chunk({ role: 'assistant', reasoning: 'Well. ', reasoning_content: null }),
          opening,
          rest,
          end,
          usageChunk,
        ),
        thought,
        { ask: ask.messages({ stream: true, thinking: { type: 'enabled', budget_tokens: 1024 } }) },
      ),
      byResponses(
        true,
        stream(
          chunk({ role: 'assistant', reasoning: 'Well. ', reasoning_content: null }),
          opening,
          rest,
          end,
          usageChunk,
        ),
        thought,
      ),
    ],
  },
  {
    report: 'lmstudio-ai/lmstudio-bug-tracker#1602',
    comes: 'Thoughts and `content: ""`, ended by `stop`.',
    becomes: 'An answer: the thoughts arrive and are charged.',
    tries: [
      whole(json(200, completion({ content: '', reasoning_content: 'Well. ' })), { thoughts: 'Well. ' }),
      streamed(
        stream(chunk({ role: 'assistant', reasoning_content: 'Well. ', content: '' }), end, usageChunk),
        { thoughts: 'Well. ' },
        { name: 'streamed' },
      ),
      byResponses(false, json(200, completion({ content: '', reasoning_content: 'Well. ' })), {
        thoughts: 'Well. ',
      }),
    ],
  },
  {
    report: 'BerriAI/litellm#30796',
    comes:
      'Thoughts in `reasoning_details` alone (MiniMax), in `thinking` (Ollama) or `reasoning_text` (Copilot).',
    becomes: 'They are thoughts in every format, and are counted where the upstream counts nothing.',
    tries: [
      ...[
        { reasoning_details: [{ type: 'reasoning.text', text: 'Well. ' }] },
        { thinking: 'Well. ' },
        { reasoning_text: 'Well. ' },
      ].flatMap((delta) => [
        streamed(stream(chunk({ role: 'assistant', ...delta }), opening, rest, end, usageChunk), thought, {
          name: Object.keys(delta)[0] ?? '',
        }),
        byResponses(false, json(200, completion({ content: text, ...delta })), thought, {
          name: `${Object.keys(delta)[0]}, responses`,
        }),
      ]),
    ],
  },
]
