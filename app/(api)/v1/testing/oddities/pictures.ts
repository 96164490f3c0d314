import sharp from 'sharp'
import { expect } from 'vitest'
import { ImageTaskList } from '@/lib/media/images/schema'
import { work } from '@/lib/media/images/testing'
import type { Oddity, Try } from './oddity'
import { json } from './upstream-bytes'

/** Pictures. */
const path = '/v1/images/generations'
const create = { width: 64, height: 64, channels: 3 as const, background: 'teal' }
const png = await sharp({ create }).png().toBuffer()
const jpeg = await sharp({ create }).jpeg().toBuffer()
const picture = png.toString('base64')
const other = jpeg.toString('base64')

const model = { modality: 'image', pricing: { image: { low: '0.01', medium: '0.01', high: '0.01' } } }
const byToken = { modality: 'image', pricing: { prompt: '0.000001', completion: '0.00001' } }
const drawn = { status: 'success', cost: '0.010000' }

/** One picture, as PNG. */
const draws = (answer: unknown, more: Partial<Try> = {}): Try => ({
  model,
  ask: { path, body: { prompt: 'A teal square', quality: 'low' } },
  answers: json(200, answer),
  reads: { body: { data: [{ b64_json: expect.stringMatching(/^iVBORw0KGgo/) }] } },
  row: drawn,
  ...more,
})
/** A failure of the upstream: a worker would try again for minutes, so what it does here is the last try. */
const fails = (answer: unknown, more: Partial<Try> = {}): Try =>
  draws(answer, {
    ask: async ({ ask, door, key }) => {
      const answer = ask({ path, body: { prompt: 'A teal square', quality: 'low' } })
      const headers = { authorization: `Bearer ${key}` }
      const made = async () => ImageTaskList.parse(await (await door('GET', path, { headers })).json()).data
      await expect.poll(made).toHaveLength(1)
      for (const { id } of await made()) await work(id, { isLastAttempt: true }).catch(() => undefined)
      return answer
    },
    reads: { status: 502, error: 'upstream_error' },
    row: { status: 'failed' },
    ...more,
  })

export const pictures: readonly Oddity[] = [
  {
    report: 'vercel/ai#11460',
    comes: '`images` with base64, in place of `data`.',
    becomes: 'The pictures are read.',
    tries: [draws({ images: [picture] })],
  },
  {
    report: 'zhaobenny/bz-cogs#49',
    comes: 'Pictures under several names.',
    becomes: 'Each is read; two pictures are two.',
    tries: [
      draws({ images: [{ url: `data:image/png;base64,${picture}` }], timings: {} }, { name: 'images, url' }),
      draws({ data: { b64_json: picture } }, { name: 'data as an object' }),
      draws([{ image: picture }], { name: 'a bare list' }),
      draws(
        { data: [{ b64_json: picture }, { b64_json: picture }] },
        {
          name: 'two',
          ask: { path, body: { prompt: 'Two', quality: 'low', n: 2 } },
          reads: { body: { data: [{ b64_json: expect.any(String) }, { b64_json: expect.any(String) }] } },
          row: { status: 'success', cost: '0.020000' },
        },
      ),
    ],
  },
  {
    report: 'tetherto/qvac#2008',
    comes: 'A data URL where a link or base64 should be.',
    becomes: 'It is the picture.',
    tries: [
      draws({ data: [{ url: `data:image/png;base64,${picture}` }] }, { name: 'in url' }),
      draws({ data: [{ b64_json: `data:image/png;base64,${picture}` }] }, { name: 'in b64_json' }),
    ],
  },
  {
    report: 'cuplivo/cuplivo#8',
    comes: 'Base64 and a link for one picture.',
    becomes: 'The base64 is taken, and no link is followed; an empty one of both counts as absent.',
    tries: [
      draws({ data: [{ url: 'https://example.com/gone.png', b64_json: picture }] }),
      draws({ data: [{ url: '', b64_json: picture, revised_prompt: '' }] }, { name: 'an empty link' }),
      draws({ data: [{ b64_json: '', url: `data:image/png;base64,${picture}` }] }, { name: 'empty base64' }),
    ],
  },
  {
    report: 'use-agent-os/agent-os#2446',
    comes: 'Neither base64 nor a link.',
    becomes:
      'No answer: 502, nothing charged. Of several pictures those that are there are delivered and charged.',
    tries: [
      fails({ data: [{ b64_json: null, url: null }] }),
      draws(
        { data: [{ b64_json: null, url: null }, { b64_json: picture }] },
        {
          name: 'of two',
          ask: { path, body: { prompt: 'Two', quality: 'low', n: 2 } },
        },
      ),
    ],
  },
  {
    report: 'googleapis/python-genai#1824',
    comes: 'The bytes of a JPEG, called a PNG.',
    becomes: 'The client gets the format that it asked for.',
    tries: [draws({ data: [{ b64_json: other, mime_type: 'image/png' }] })],
  },
  {
    report: 'ai-dynamo/dynamo#13000',
    comes: '`{"data":[],"error":"…"}` under status 200.',
    becomes: 'An error: 502, nothing charged.',
    tries: [
      fails({ created: 1, data: [], error: 'CUDA out of memory' }),
      draws(
        { data: [], error: { code: 'content_policy_violation', message: 'Your request was rejected.' } },
        {
          name: 'of the filter',
          reads: { status: 400, error: 'content_policy_violation' },
          row: { status: 'failed' },
        },
      ),
    ],
  },
  {
    report: 'epam/ai-dial-adapter-vertexai#48',
    comes: 'A filter’s verdict in the place of the picture.',
    becomes: 'A 400 `content_policy_violation`, nothing charged.',
    tries: [
      draws(
        { data: [{ error: { code: 'OutputImageSensitiveContentDetected', message: 'Sensitive.' } }] },
        { name: 'Ark', reads: { status: 400, error: 'content_policy_violation' }, row: { status: 'failed' } },
      ),
      draws(
        { data: [{ b64_json: null, finish_reason: 'CONTENT_FILTERED' }] },
        {
          name: 'Stability',
          reads: { status: 400, error: 'content_policy_violation' },
          row: { status: 'failed' },
        },
      ),
    ],
  },
  {
    report: 'dickpy/dsh-imagegen#10',
    comes: 'A task in place of a picture; links as a list.',
    becomes: 'A task is no answer: 502, nothing charged. The first link of a list is taken.',
    tries: [
      fails({ data: { status: 'submitted', task_id: 'task_1' } }),
      fails({ data: [{ status: 'submitted', task_id: 'task_1' }] }, { name: 'in a list' }),
      draws({ data: [{ url: [`data:image/png;base64,${picture}`] }] }, { name: 'a list of links' }),
    ],
  },
  {
    report: 'mudler/LocalAI#7354',
    comes: '`null` for all of the usage.',
    becomes: 'It counts as absent; a price by the picture is charged, one by the token is estimated.',
    tries: [
      draws({
        data: [{ b64_json: picture }],
        usage: { input_tokens: null, output_tokens: null, total_tokens: null, input_tokens_details: null },
      }),
      draws(
        { data: [{ b64_json: picture }], usage: { input_tokens: null, output_tokens: null } },
        { name: 'by the token', model: byToken, row: { status: 'success', usage_source: 'estimated' } },
      ),
    ],
  },
  {
    report: 'BerriAI/litellm#28024',
    comes: 'Parts of tokens in the usage.',
    becomes: 'They are rounded.',
    tries: [
      draws(
        {
          data: [{ b64_json: picture }],
          usage: { input_tokens: 9.6, output_tokens: 999.5, total_tokens: 1009.1 },
        },
        {
          model: byToken,
          row: {
            status: 'success',
            prompt_tokens: 10,
            completion_tokens: 1000,
            cost: '0.010010',
            usage_source: 'upstream',
          },
        },
      ),
    ],
  },
]
