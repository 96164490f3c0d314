import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { cutText } from '@/lib/platform/escape'
import { logger } from '@/lib/platform/logger'
import { type SealedColumn, sealBytes, unsealBytes } from '@/lib/platform/secrets'
import { tailOf } from './internal/output-writer'
import { type GivenItem, InputItem, type OutputItem } from './items'
import * as repository from './repository'
import {
  type DeletedResponse,
  type InputItemList,
  type InputItemsQuery,
  ResponseReply,
  type ResponseStatus,
  type ResponsesRequest,
} from './schema'

/**
 * Stored responses: the input items and output of each, for 30 days, per customer and sealed. A conversation is a chain of
 * responses, each of which stores only its own items. An item's ID includes that of its response: `msg_<tail of resp_…><index>`,
 * and in the input `msg_<tail>i<index>`.
 */
const KEPT_MILLIS = 30 * 24 * 3600 * 1000
const ITEM_ID = /^[a-z]+_([0-9a-hjkmnp-tv-z]{26})(i?)\d+$/

/** A response to store. `work` is what is needed to make a queued one. */
export type Kept = {
  input: readonly InputItem[]
  response: ResponseReply
  /** Whether the caller sees its seals. */
  showsSeals: boolean
  work?: object
}

const KeptOutput = z.object({
  response: ResponseReply,
  showsSeals: z.boolean(),
  work: z.unknown().optional(),
})
type KeptOutput = z.output<typeof KeptOutput>

/** The conversation that a request continues, and its own items with references resolved. */
type Recalled = { history: InputItem[]; input: InputItem[] }

/**
 * The conversation of a request. `takeRoom` reserves memory before that many bytes are loaded. Throws
 * `previous_response_not_found`, `invalid_parameter` for a dangling reference, and `payload_too_large` for a conversation that
 * would be refused as a request body.
 */
export async function recall(
  customerId: string,
  { input, previous_response_id: previousId }: Pick<ResponsesRequest, 'input' | 'previous_response_id'>,
  takeRoom: (bytes: number) => Promise<void> = async () => undefined,
): Promise<Recalled> {
  const given: readonly GivenItem[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input
  const places = given.flatMap(({ type, id }) => (type === 'item_reference' ? placeOf(id) : []))
  const now = clock.now()
  const chain = previousId == null ? [] : await readChain(customerId, previousId, now)
  const ids = chain.map(({ id }) => id)
  const inChain = new Set(ids)
  const others = [...new Set(places.map(({ id }) => id))].filter((id) => !inChain.has(id))
  const referred = others.length === 0 ? [] : await repository.listLinks(customerId, others, now)
  const withInput = new Set([...ids, ...places.filter(({ isInput }) => isInput).map(({ id }) => id)])
  let bytes = 0
  for (const link of [...chain, ...referred])
    bytes += link.outputBytes + (withInput.has(link.id) ? link.inputBytes : 0)
  if (bytes > env().CHAT_BODY_MAX_BYTES) throw tooLong(previousId == null ? 'input' : 'previous_response_id')
  if (bytes > 0) await takeRoom(bytes)
  const inputs = await readSide(customerId, [...withInput], 'input', now)
  const outputs = await readSide(customerId, [...ids, ...others], 'output', now)
  if (ids.some((id) => !inputs.has(id) || !outputs.has(id))) throw brokenChain()
  const known = new Map([...inputs.values(), ...outputs.values()].flat().map((item) => [item.id, item]))
  return {
    history: ids.flatMap((id) => [...(inputs.get(id) ?? []), ...(outputs.get(id) ?? [])]),
    input: given.map((item, at) =>
      item.type === 'item_reference' ? claimItem(known, item.id ?? '', at) : item,
    ),
  }
}

/** The item of a reference. Each can be used once, so the request cannot outgrow what was loaded. */
function claimItem(known: Map<string | null | undefined, InputItem>, id: string, at: number): InputItem {
  const item = known.get(id)
  if (item && known.delete(id)) return item
  throw new AppError('invalid_parameter', {
    param: `input[${at}].id`,
    message: `input[${at}].id: there is no stored item ${quoted(id)}, or it is referenced twice.`,
  })
}

async function readChain(customerId: string, id: string, now: Date): Promise<repository.Link[]> {
  const mostBytes = env().CHAT_BODY_MAX_BYTES
  const chain = await repository.listChain(customerId, id, mostBytes, now)
  const bytes = chain.reduce((sum, link) => sum + link.inputBytes + link.outputBytes, 0)
  const [first] = chain
  if (first === undefined)
    throw new AppError('previous_response_not_found', {
      param: 'previous_response_id',
      message: `There is no stored response ${quoted(id)} that has ended.`,
    })
  if (first.previousId !== null && bytes <= mostBytes) throw brokenChain()
  return chain
}

function brokenChain(): AppError {
  return new AppError('previous_response_not_found', {
    param: 'previous_response_id',
    message: 'An earlier response of this conversation is no longer stored. Send the conversation as input.',
  })
}

function placeOf(itemId: string | null | undefined): { id: string; isInput: boolean }[] {
  const [, tail, mark] = ITEM_ID.exec(itemId ?? '') ?? []
  return tail === undefined ? [] : [{ id: `resp_${tail}`, isInput: mark === 'i' }]
}

function quoted(id: string): string {
  return JSON.stringify(cutText(id, 100))
}

function tooLong(param: string): AppError {
  return new AppError('payload_too_large', {
    param,
    message: `The stored conversation is larger than ${env().CHAT_BODY_MAX_BYTES} bytes.`,
  })
}

/** The items on one side of these responses. Responses that cannot be unsealed are left out. */
async function readSide(
  customerId: string,
  ids: readonly string[],
  side: Side,
  now: Date,
): Promise<Map<string, InputItem[]>> {
  if (ids.length === 0) return new Map()
  const parts = await repository.listParts(customerId, ids, columns[side], now)
  const sides = new Map<string, InputItem[]>()
  for (const { id, sealed } of parts) {
    const value = await open(side, { customerId, id }, sealed)
    if (value === undefined) continue
    const items = side === 'input' ? value : KeptOutput.parse(value).response.output
    sides.set(id, z.array(InputItem).parse(items))
  }
  return sides
}

type Side = 'input' | 'output'
type Owned = { customerId: string; id: string }
const columns = { input: 'sealedInput', output: 'sealedOutput' } as const
const pack = promisify<Buffer, Buffer>(deflateRaw)
const unpack = promisify<Buffer, Buffer>(inflateRaw)

function purposeOf(side: Side, customerId: string, id: string): string {
  return `response ${side} ${customerId} ${id}`
}

export const sealedResponses = (['input', 'output'] as const).map(
  (side): SealedColumn => ({
    table: 'stored_responses',
    column: `sealed_${side}`,
    owner: ['customer_id', 'id'],
    purposeOf: ({ customer_id = '', id = '' }) => purposeOf(side, customer_id, id),
  }),
)

async function close(side: Side, { customerId, id }: Owned, value: unknown) {
  const text = Buffer.from(JSON.stringify(value))
  const sealed = sealBytes(purposeOf(side, customerId, id), await pack(text))
  return { sealed, bytes: text.length }
}

/** Undefined if it was sealed with another `NEXTAUTH_SECRET`. */
async function open(side: Side, { customerId, id }: Owned, sealed: Uint8Array): Promise<unknown> {
  const packed = unsealBytes(purposeOf(side, customerId, id), sealed)
  return packed && JSON.parse((await unpack(packed)).toString('utf8'))
}

/** A response as a row. Items without an ID get one. */
export async function sealResponse(customerId: string, kept: Kept): Promise<repository.SealedResponse> {
  const { id, status, previous_response_id: previousId } = kept.response
  const input = await close('input', { customerId, id }, kept.input.map(identified(id)))
  const output = await sealOutput({ customerId, id }, kept)
  const expiresAt = new Date(clock.now().getTime() + KEPT_MILLIS)
  const sealed = { sealedInput: input.sealed, inputBytes: input.bytes, ...output }
  return { id, customerId, previousId, status, ...sealed, expiresAt }
}

export async function sealOutput(owned: Owned, { response, showsSeals, work }: Omit<Kept, 'input'>) {
  const output = await close('output', owned, { response, showsSeals, work })
  return { sealedOutput: output.sealed, outputBytes: output.bytes }
}

const prefixes = new Map([
  ['message', 'msg'],
  ['reasoning', 'rs'],
  ['function_call', 'fc'],
  ['function_call_output', 'fco'],
  ['custom_tool_call', 'ctc'],
  ['custom_tool_call_output', 'ctco'],
])

function identified(responseId: string) {
  return (item: InputItem, at: number): InputItem => ({
    ...item,
    id: item.id ?? `${prefixes.get(item.type) ?? 'item'}_${tailOf(responseId)}i${at}`,
  })
}

/** Stores a response that has ended. Returns false if that failed: no request can continue from it. */
export async function keepResponse(customerId: string, kept: Kept): Promise<boolean> {
  try {
    await repository.insertResponse(await sealResponse(customerId, kept))
    return true
  } catch (error) {
    logger.error({ err: String(error), response: kept.response.id }, 'a response could not be stored')
    return false
  }
}

/** What a queued response is made from: its items and its `work`. */
export async function openWork(row: repository.ClaimedResponse) {
  const input = z.array(InputItem).parse(await open('input', row, row.sealedInput))
  return { ...KeptOutput.parse(await open('output', row, row.sealedOutput)), input }
}

/** A response as its caller sees it. Throws `not_found`. */
export async function readResponse({ customerId }: Caller, id: string): Promise<ResponseReply> {
  const [part] = await repository.listParts(customerId, [id], columns.output, clock.now())
  const value = part && (await open('output', { customerId, id }, part.sealed))
  if (part === undefined || value === undefined) throw noResponse()
  return present(part.status, KeptOutput.parse(value))
}

function noResponse(): AppError {
  return new AppError('not_found', { message: 'There is no such response.' })
}

const CUT_OFF = { code: 'server_error', message: 'The response was not completed in time.' }

/** `status` is that of the row, which is current. */
function present(status: ResponseStatus, { response, showsSeals }: KeptOutput): ResponseReply {
  const output = showsSeals ? response.output : response.output.map(withoutSeals)
  const error = status === 'failed' ? (response.error ?? CUT_OFF) : response.error
  return { ...response, status, error, output }
}

function withoutSeals(item: OutputItem): OutputItem {
  if (item.type !== 'reasoning') return item
  const { encrypted_content: _, ...shown } = item
  return shown
}

/** A page of a response's own input items. Throws `not_found`. */
export async function listInputItems(
  { customerId }: Caller,
  id: string,
  { limit, order, after }: InputItemsQuery,
): Promise<InputItemList> {
  const items = (await readSide(customerId, [id], 'input', clock.now())).get(id)
  if (items === undefined) throw noResponse()
  const shown = items.map(shownItem)
  if (order === 'desc') shown.reverse()
  const index = after === undefined ? -1 : shown.findIndex((item) => item.id === after)
  if (after !== undefined && index < 0)
    throw new AppError('invalid_parameter', { param: 'after', message: 'after must be the id of an item.' })
  const data = shown.slice(index + 1, index + 1 + limit)
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: index + 1 + limit < shown.length,
  }
}

/** An item as the API shows it: a message's text as a part. */
function shownItem(item: InputItem): InputItemList['data'][number] {
  const shown = { status: 'completed', ...item, id: item.id ?? '' }
  if (item.type !== 'message' || typeof item.content !== 'string') return shown
  const type = item.role === 'assistant' ? 'output_text' : 'input_text'
  const more = item.role === 'assistant' ? { annotations: [], logprobs: [] } : {}
  return { ...shown, content: [{ type, text: item.content, ...more }] }
}

/** Deletes a response. Responses that follow it can no longer be continued. Throws `not_found`. */
export async function deleteResponse({ customerId }: Caller, id: string): Promise<DeletedResponse> {
  const [part] = await repository.listParts(customerId, [id], columns.output, clock.now())
  if (part === undefined || !(await repository.deleteResponse(customerId, id))) throw noResponse()
  if (part.status === 'queued' || part.status === 'in_progress') await repository.announceStop(id)
  return { id, object: 'response', deleted: true }
}

export function eraseResponsesOf(customerId: string): Promise<void> {
  return repository.deleteAllOf(customerId)
}

const AT_ONCE = 1000
/** Far longer than any answer takes. */
const LONGEST_WAIT_MILLIS = 6 * 3600 * 1000

/** Deletes expired responses, and fails queued ones that no worker has made. */
export async function sweepResponses(): Promise<void> {
  const now = clock.now()
  await repository.failOpenSince(new Date(now.getTime() - LONGEST_WAIT_MILLIS))
  while ((await repository.deleteExpired(now, AT_ONCE)) === AT_ONCE);
}
