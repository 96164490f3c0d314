import { BatchObject } from '@/lib/gateway/batches/schema'
import { line, readBatch, readLines, runToEnd, upload } from '../../batches/testing'
import { post } from '../post'
import type { Client, Oddity } from './oddity'
import { completion, json } from './upstream-bytes'

/** Batches: what clients write into a file, and what an upstream answers to its lines. */
const run =
  (text: (model: string) => string) =>
  async ({ model, key, door }: Client) => {
    const { id } = await upload(door, key, text(model))
    const request = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' }
    const batch = BatchObject.parse(await (await door('POST', '/v1/batches', post(key, request))).json())
    await runToEnd(batch.id)
    const { status, request_counts, output_file_id, error_file_id } = await readBatch(door, key, batch.id)
    return {
      status,
      counts: request_counts,
      answers: await readLines(door, key, output_file_id),
      errors: await readLines(door, key, error_file_id),
    }
  }

const written = (id: string, model: string) => JSON.stringify(line(id, { model }))
const answered = (custom_id: string) => ({
  custom_id,
  response: { status_code: 200, body: { choices: [{ message: { content: 'Hi' } }] } },
  error: null,
})

export const batchLines: readonly Oddity[] = [
  {
    report: 'chenyme/grok2api#759',
    comes: 'A file of a client’s that begins with a byte order mark.',
    becomes: 'The mark is passed over.',
    tries: [
      {
        ask: run((model) => `\ufeff${written('one', model)}\n`),
        answers: json(200, completion({ content: 'Hi' })),
        reads: { status: 'completed', answers: [answered('one')], errors: [] } as object,
      },
    ],
  },
  {
    report: 'microsoft/graphrag#2423',
    comes: 'CR LF, blank lines, blanks behind a line, no last line feed.',
    becomes: 'Lines are lines; what is blank is passed over.',
    tries: [
      {
        ask: run((model) => `\r\n${written('größe 日本', model)}  \r\n \t \r\n\n${written('two ', model)}`),
        answers: json(200, completion({ content: 'Hi' })),
        reads: {
          counts: { total: 2, completed: 2, failed: 0 },
          answers: [answered('größe 日本'), answered('two ')],
        } as object,
      },
    ],
  },
  {
    report: 'artefactory/artefactual#332',
    comes: 'A refusal for one line, in the place of its answer.',
    becomes: 'The line is in the file of errors, with status and error; it costs nothing.',
    tries: [
      {
        ask: run((model) => `${written('one', model)}\n`),
        answers: json(200, {
          error: { message: 'No such thing.', type: 'invalid_request_error', code: 400 },
        }),
        reads: {
          counts: { total: 1, completed: 0, failed: 1 },
          answers: [],
          errors: [
            {
              custom_id: 'one',
              response: { status_code: 400, body: { error: { message: 'No such thing.' } } },
            },
          ],
        } as object,
        row: { status: 'failed' },
      },
    ],
  },
]
