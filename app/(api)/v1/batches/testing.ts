import { batchTurns } from '@/lib/gateway/batches/run-batch'
import { BatchObject } from '@/lib/gateway/batches/schema'
import type { Door } from '@/lib/http/testing'
import { clock } from '@/lib/platform/clock'
import { FileObject } from '@/lib/work/objects/schema'
import { claimTurn, planTurns } from '@/lib/work/tasks/turn-repository'
import { performTurn } from '@/lib/work/tasks/work'
import { answer } from '../chat/completions/testing'
import * as content from '../files/[id]/content/route'
import * as file from '../files/[id]/route'
import * as files from '../files/route'
import { openUpstreams } from '../testing/open-upstreams'
import { post } from '../testing/post'
import * as cancel from './[id]/cancel/route'
import * as batch from './[id]/route'
import * as batches from './route'

/** For the tests of batches and files. */
export const batchModules = {
  '/v1/files': files,
  '/v1/files/[id]': file,
  '/v1/files/[id]/content': content,
  '/v1/batches': batches,
  '/v1/batches/[id]': batch,
  '/v1/batches/[id]/cancel': cancel,
}

const pricing = { prompt: '0.000001', completion: '0.000002' }
const halved = { ...pricing, service_tier: { batch: { prompt: '0.0000005', completion: '0.000001' } } }
const chat = { modality: 'chat', name: 'Large', context_length: 8000, max_output_tokens: 1000, pricing }

export function openBatches() {
  return openUpstreams({
    modules: batchModules,
    providersAt: (first) => [
      {
        id: 'first',
        base_url: first.baseUrl,
        models: [
          { ...chat, id: 'acme/alone', upstream_id: 'alone' },
          { ...chat, id: 'acme/halved', upstream_id: 'halved', pricing: halved },
        ],
      },
    ],
  })
}

/** The cost of one line. */
export { answer }
export const LINE_USD = 0.000018

/** A line with a chat completion. */
export function line(custom_id: string, body: object = {}, more: object = {}): object {
  const messages = [{ role: 'user', content: custom_id }]
  const request = { model: 'acme/alone', messages, max_tokens: 10, ...body }
  return { custom_id, method: 'POST', url: '/v1/chat/completions', body: request, ...more }
}

export const jsonl = (lines: readonly unknown[]) => lines.map((one) => `${JSON.stringify(one)}\n`).join('')

export function formOf(text: string, fields: Record<string, string> = { purpose: 'batch' }): FormData {
  const form = new FormData()
  // The file comes first, as in OpenAI's examples.
  form.append('file', new Blob([text]), 'in.jsonl')
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

export const withKey = (key: string | undefined, body?: FormData): RequestInit => ({
  ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
  ...(body && { body }),
})

export async function upload(door: Door, key: string, text: string): Promise<FileObject> {
  return FileObject.parse(await (await door('POST', '/v1/files', withKey(key, formOf(text)))).json())
}

export async function handIn(
  door: Door,
  key: string,
  lines: readonly unknown[],
  more: object = {},
): Promise<BatchObject> {
  const { id } = await upload(door, key, jsonl(lines))
  const request = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h', ...more }
  return BatchObject.parse(await (await door('POST', '/v1/batches', post(key, request))).json())
}

export async function readBatch(door: Door, key: string, id: string): Promise<BatchObject> {
  return BatchObject.parse(await (await door('GET', `/v1/batches/${id}`, withKey(key))).json())
}

/** Runs one turn of a batch now, even if a worker has claimed it. Returns false if the batch has ended. */
export async function takeTurn(id: string): Promise<boolean> {
  const turn = await claimTurn(batchTurns, id, 'any', clock.now())
  if (turn === undefined) return false
  const plan = await performTurn(batchTurns, turn, new AbortController().signal)
  if (plan) await planTurns(batchTurns, [{ id, turn: turn.turn, plan }])
  return plan !== undefined
}

/** Runs a batch to its end. Throws if it does not end. */
export async function runToEnd(id: string): Promise<void> {
  for (let turns = 0; await takeTurn(id); turns++) if (turns > 100) throw new Error('the batch does not end')
}

/** The lines of a file as the customer downloads it. */
export async function readLines(door: Door, key: string, fileId: string | null): Promise<unknown[]> {
  if (fileId === null) return []
  const text = await (await door('GET', `/v1/files/${fileId}/content`, withKey(key))).text()
  return text
    .trimEnd()
    .split('\n')
    .map((one): unknown => JSON.parse(one))
}
