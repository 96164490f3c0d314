import { answerWith } from '@/lib/upstream/testing/answer-with'
import { wav } from '../../audio/testing'
import type { Oddity, Try } from './oddity'
import { data, done, json, raw } from './upstream-bytes'

/** Transcripts. */
const hears = { modality: 'transcription', pricing: { audio_second: '0.0001' } }
const counts = { modality: 'transcription', pricing: { prompt: '0.0000025', completion: '0.00001' } }

/** Two seconds of sound, with these fields. */
const form =
  (
    fields: Readonly<Record<string, string | readonly string[]>> = {},
    file = new File([wav(2)], 'talk.wav'),
  ) =>
  (model: string): FormData => {
    const sent = new FormData()
    for (const [name, values] of Object.entries({ model, ...fields }))
      for (const value of [values].flat()) sent.append(name, value)
    sent.set('file', file)
    return sent
  }

const transcriptions = '/v1/audio/transcriptions'
/** By the head of the file. */
const measured = { status: 'success', audio_seconds: 2, cost: '0.000200', usage_source: 'estimated' }

const writes = (answers: Try['answers'], more: Partial<Try> = {}): Try => ({
  model: hears,
  ask: { path: transcriptions, form: form() },
  answers,
  reads: { body: { text: 'Hello you.' } },
  row: measured,
  ...more,
})
const fails = { reads: { status: 502, error: 'upstream_error' }, row: { status: 'failed' } }
const asking = (fields: Readonly<Record<string, string | readonly string[]>>) => ({
  path: transcriptions,
  form: form(fields),
})
const subtitles =
  '1\r\n00:00:00,000 --> 00:00:01,500\r\nHello\r\n\r\n2\r\n00:00:01,500 --> 00:00:02,000\r\nyou.\r\n\r\n'

export const transcripts: readonly Oddity[] = [
  {
    report: 'vllm-project/vllm#49068',
    comes: '`duration` as text, `segments: []`.',
    becomes: 'The duration is a number, for the client and for the bill.',
    tries: [
      writes(json(200, { text: 'Hello you.', duration: '11.0', language: 'en', segments: [] }), {
        ask: asking({ response_format: 'verbose_json' }),
        reads: { body: { task: 'transcribe', text: 'Hello you.', duration: 11, language: 'en' } },
        row: { ...measured, audio_seconds: 11, cost: '0.001100', usage_source: 'upstream' },
      }),
      writes(json(200, { text: 'Hello you.', duration: '' }), { name: 'empty' }),
      writes(json(200, { text: 'Hello you.', duration: 0 }), { name: '0' }),
      writes(json(200, { text: 'Hello you.', duration: -1, usage: { seconds: 1e300 } }), {
        name: 'no length',
      }),
    ],
  },
  {
    report: 'BerriAI/litellm#25633',
    comes: 'No segments, although `verbose_json` was asked for.',
    becomes: 'None are made up; subtitles are one cue as long as the sound.',
    tries: [
      writes(json(200, { text: 'Hello you.', segments: null }), {
        ask: asking({ response_format: 'srt' }),
        reads: { body: '1\n00:00:00,000 --> 00:00:02,000\nHello you.\n\n' },
      }),
    ],
  },
  {
    report: 'mudler/LocalAI#5327',
    comes: 'Segments with odd members, no `language`, no `duration`.',
    becomes: 'Segments with words and times stay, with all that they have.',
    tries: [
      writes(
        json(200, {
          text: 'Hello you.',
          segments: [
            { id: 0, start: '0', end: '1.5', text: 'Hello', tokens: [1] },
            { id: 1, start: null, end: 2, text: 'you.' },
            'odd',
          ],
        }),
        {
          ask: asking({ response_format: 'verbose_json' }),
          reads: {
            body: { duration: 2, segments: [{ id: 0, start: 0, end: 1.5, text: 'Hello', tokens: [1] }] },
          },
        },
      ),
      writes(
        json(200, {
          segments: [
            { start: 0, end: 1, text: ' Hello' },
            { start: 1, end: 2, text: ' you.' },
          ],
        }),
        {
          name: 'and no text',
        },
      ),
    ],
  },
  {
    report: 'BerriAI/litellm#31457',
    comes: 'JSON, although `text` was asked for.',
    becomes: '`text/plain`: formats are made here.',
    tries: [
      writes(json(200, { text: 'Hello you.', usage: null }), {
        ask: asking({ response_format: 'text' }),
        reads: {
          body: 'Hello you.\n',
          headers: { 'content-type': 'text/plain; charset=utf-8' },
        },
      }),
    ],
  },
  {
    report: 'djmango/obsidian-transcription#10',
    comes: 'The text alone, as `text/plain`.',
    becomes: 'It is the transcript.',
    tries: [
      writes(answerWith.text(200, 'text/plain', 'Hello you.\n')),
      writes(json(200, 'Hello you.'), { name: 'as JSON' }),
      writes(answerWith.text(200, 'text/plain; charset=utf-8', '[music] "Hello" <br> you.'), {
        name: 'that looks like something else',
        reads: { body: { text: '[music] "Hello" <br> you.' } },
      }),
      writes(answerWith.text(200, 'text/html', '<html>'), { name: 'but not a page', ...fails }),
      writes(answerWith.text(200, 'text/plain', ''), { name: 'nor nothing', ...fails }),
    ],
  },
  {
    report: 'ai-dynamo/aiperf#1404',
    comes: 'A transcript that is also JSON: `42`.',
    becomes: 'It is what was said.',
    tries: [writes(answerWith.text(200, 'text/plain', '42'), { reads: { body: { text: '42' } } })],
  },
  {
    report: 'openai/openai-python#314',
    comes: 'Subtitles, whatever format was asked for.',
    becomes: 'They are read: the text, and the times where those were asked for.',
    tries: [
      writes(answerWith.text(200, 'text/plain', subtitles), { name: 'SRT' }),
      writes(
        answerWith.text(
          200,
          'text/vtt',
          'WEBVTT\n\n00:00.000 --> 00:01.500\nHello\n\n00:01.500 --> 00:02.000\nyou.\n',
        ),
        {
          name: 'WebVTT',
        },
      ),
      writes(answerWith.text(200, 'application/x-subrip', subtitles), {
        name: 'with times',
        ask: asking({ response_format: 'verbose_json' }),
        reads: {
          body: {
            segments: [
              { start: 0, end: 1.5, text: 'Hello' },
              { start: 1.5, end: 2, text: 'you.' },
            ],
          },
        },
      }),
    ],
  },
  {
    report: 'BerriAI/litellm#33764',
    comes: 'Usage by tokens with `input_token_details: null`.',
    becomes: 'The tokens are what is charged.',
    tries: [
      writes(
        json(200, {
          text: 'Hello you.',
          usage: {
            type: 'tokens',
            input_tokens: 20,
            output_tokens: 4,
            total_tokens: 24,
            input_token_details: null,
          },
        }),
        {
          model: counts,
          row: {
            status: 'success',
            prompt_tokens: 20,
            completion_tokens: 4,
            cost: '0.000090',
            usage_source: 'upstream',
          },
        },
      ),
      writes(json(200, { text: 'Hello you.', usage: { input_tokens: 0, output_tokens: 0 } }), {
        name: 'of nothing',
        model: counts,
        row: { status: 'success', prompt_tokens: 20, usage_source: 'estimated' },
      }),
    ],
  },
  {
    report: 'BerriAI/litellm#14943',
    comes: 'A 400 of vLLM’s: it knows only `json` and `text`.',
    becomes: '`json` and `text` work; for times the client gets the 400, with its sentence.',
    tries: [
      writes(json(200, { text: ' Hello you.' }), {
        reads: { body: { text: ' Hello you.' } },
        sent: /response_format"\r\n\r\njson\r\n/,
      }),
      writes(
        json(400, {
          object: 'error',
          message: 'Currently only support response_format `text` or `json`',
          code: 400,
        }),
        {
          name: 'times',
          ask: asking({ response_format: 'srt' }),
          reads: {
            status: 400,
            body: { error: { message: 'Currently only support response_format `text` or `json`' } },
          },
          row: { status: 'failed' },
        },
      ),
    ],
  },
  {
    report: 'vllm-project/vllm#49116',
    comes: 'A streamed transcript in chat’s chunks.',
    becomes: 'The client reads OpenAI’s events.',
    tries: [
      writes(
        raw(
          {},
          data({ object: 'transcription.chunk', choices: [{ delta: { content: 'Hello' } }] }),
          data({
            object: 'transcription.chunk',
            choices: [{ delta: { content: '' }, finish_reason: 'stop' }],
          }),
          data({ object: 'transcription.chunk', choices: [{ delta: { content: ' you.' } }] }),
          data({ choices: [], usage: { prompt_tokens: 20, completion_tokens: 4, total_tokens: 24 } }),
          done,
        ),
        {
          model: counts,
          ask: ({ ask }) => ask(asking({ stream: 'true' })),
          reads: { status: 200 },
          row: { status: 'success', prompt_tokens: 20, completion_tokens: 4, usage_source: 'upstream' },
        },
      ),
      writes(raw({ type: 'text/plain' }, data({ type: 'transcript.text.done', text: 'Hello you.' }).trim()), {
        name: 'where none was asked for, without a last blank line',
      }),
    ],
  },
  {
    report: 'bbvch-ai/aihub-core#1838',
    comes: 'An empty text: nobody spoke.',
    becomes: 'An empty transcript, charged by the sound.',
    tries: [writes(json(200, { text: '' }), { reads: { body: { text: '' } } })],
  },
  {
    report: 'speaches-ai/speaches#608',
    comes: 'A 500 for sound in which nobody speaks.',
    becomes: 'Another route is asked, else 502; nothing is charged.',
    tries: [
      writes(json(500, { detail: 'No clip timestamps found.' }), fails),
      writes(json(500, {}), { name: 'another route', fallback: json(200, { text: 'Hello you.' }) }),
    ],
  },
  {
    report: 'heyito/ito#62',
    comes: 'An error under status 200.',
    becomes: 'An error of the kind that it names; nothing is charged.',
    tries: [
      writes(json(200, { error: { message: 'Busy.', code: 429 } }), {
        reads: { status: 429, error: 'rate_limit_exceeded' },
        row: { status: 'failed' },
      }),
      writes(json(200, { text: '', error: 'The model crashed.' }), { name: 'beside a text', ...fails }),
    ],
  },
  {
    report: 'Kochava-Studios/witsy#340',
    comes: 'A client’s form with `language` empty, which upstreams crash of.',
    becomes: 'An empty field counts as left out.',
    tries: [
      writes(json(200, { text: 'Hello you.' }), {
        ask: asking({ language: '', prompt: '', temperature: '', response_format: '', stream: '' }),
        sent: /^(?!.*name="(?:language|prompt|temperature)")/s,
      }),
    ],
  },
  {
    report: 'anasfik/openai#212',
    comes: 'A client’s `chunking_strategy`.',
    becomes: 'It is passed on, as text and member by member.',
    tries: [
      writes(json(200, { text: 'Hello you.' }), {
        ask: asking({ chunking_strategy: 'auto' }),
        sent: /name="chunking_strategy"\r\n\r\nauto\r\n/,
      }),
      writes(json(200, { text: 'Hello you.' }), {
        name: 'an object',
        ask: asking({ 'chunking_strategy[type]': 'server_vad', 'chunking_strategy[threshold]': '0.5' }),
        sent: /name="chunking_strategy\[type\]"\r\n\r\nserver_vad\r\n.*name="chunking_strategy\[threshold\]"/s,
      }),
    ],
  },
  {
    report: 'stdapi-ai/stdapi.ai#83',
    comes: 'A client’s `include[]=logprobs`, and `logprobs: null` for it.',
    becomes: 'It is passed on; what comes back is in the answer, null counts as absent.',
    tries: [
      writes(json(200, { text: 'Hello you.', logprobs: null }), {
        ask: asking({ 'include[]': 'logprobs', user: 'u' }),
        sent: /name="include\[\]"\r\n\r\nlogprobs\r\n.*name="user"/s,
      }),
      writes(json(200, { text: 'Hello you.', logprobs: [{ token: 'Hello', logprob: -0.1 }] }), {
        name: 'with them',
        ask: asking({ 'include[]': 'logprobs' }),
        reads: { body: { text: 'Hello you.', logprobs: [{ token: 'Hello', logprob: -0.1 }] } },
      }),
    ],
  },
  {
    report: 'OpenWhispr/openwhispr#2028',
    comes: 'A client’s file without a type, or as `application/octet-stream`.',
    becomes: 'It goes to the upstream to the byte, under its name; its length is read from its head.',
    tries: [
      writes(json(200, { text: 'Hello you.' }), {
        ask: {
          path: transcriptions,
          form: form({}, new File([wav(2)], 'blob', { type: 'application/octet-stream' })),
        },
        sent: /filename="blob.wav"/,
      }),
    ],
  },
]
