import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { publish } from '@/lib/platform/notify'
import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import type { Transaction } from '@/lib/platform/transaction'
import { ResponseStatus } from './schema'

/** The table of stored responses. Contents are sealed before they get here. */
const moves: StateMoves<ResponseStatus> = {
  queued: ['in_progress', 'cancelled', 'failed'],
  in_progress: ['in_progress', 'completed', 'incomplete', 'failed', 'cancelled'],
  completed: [],
  incomplete: [],
  failed: [],
  cancelled: [],
}

const sourcesOf = (to: ResponseStatus) => statesLeadingTo(moves, to)

export type SealedResponse = {
  id: string
  customerId: string
  previousId: string | null
  status: ResponseStatus
  sealedInput: Uint8Array<ArrayBuffer>
  sealedOutput: Uint8Array<ArrayBuffer>
  inputBytes: number
  outputBytes: number
  expiresAt: Date
}

/** No other ID exists, and the database would reject some. */
const isId = (id: string) => /^resp_[a-z0-9]{1,64}$/.test(id)

export async function insertResponse(row: SealedResponse, transaction: Transaction = prisma): Promise<void> {
  await transaction.storedResponse.createMany({ data: row })
}

const Part = z.object({ id: z.string(), status: ResponseStatus, sealed: z.instanceof(Uint8Array) })

/** One side of the customer's responses among these. */
export async function listParts(
  customerId: string,
  ids: readonly string[],
  side: 'sealedInput' | 'sealedOutput',
  now: Date,
): Promise<z.output<typeof Part>[]> {
  const rows = await prisma.storedResponse.findMany({
    where: { id: { in: ids.filter(isId) }, customerId, expiresAt: { gt: now } },
    select: { id: true, status: true, [side]: true },
  })
  return rows.map((row) => Part.parse({ id: row.id, status: row.status, sealed: Reflect.get(row, side) }))
}

const Link = z.object({
  id: z.string(),
  previousId: z.string().nullable(),
  inputBytes: z.number(),
  outputBytes: z.number(),
})
export type Link = z.output<typeof Link>

/**
 * A completed response and those that it follows, oldest first, with their sizes as plain text. The list begins later if one is
 * deleted or `mostBytes` is reached.
 */
export async function listChain(
  customerId: string,
  id: string,
  mostBytes: number,
  now: Date,
): Promise<Link[]> {
  if (!isId(id)) return []
  const rows = await prisma.$queryRaw`
    WITH RECURSIVE chain AS (
      SELECT id, previous_id, input_bytes, output_bytes, input_bytes::bigint + output_bytes AS total, 1 AS place
        FROM stored_responses
       WHERE id = ${id} AND customer_id = ${customerId} AND expires_at > ${now} AND status IN ('completed', 'incomplete')
      UNION ALL
      SELECT r.id, r.previous_id, r.input_bytes, r.output_bytes, c.total + r.input_bytes + r.output_bytes, c.place + 1
        FROM chain c JOIN stored_responses r ON r.id = c.previous_id
       WHERE r.customer_id = ${customerId} AND r.expires_at > ${now} AND c.total <= ${mostBytes}
    )
    SELECT id, previous_id AS "previousId", input_bytes AS "inputBytes", output_bytes AS "outputBytes"
      FROM chain ORDER BY place DESC`
  return z.array(Link).parse(rows)
}

/** These responses with their sizes as plain text. */
export function listLinks(customerId: string, ids: readonly string[], now: Date): Promise<Link[]> {
  return prisma.storedResponse.findMany({
    where: { id: { in: [...ids] }, customerId, expiresAt: { gt: now } },
    select: { id: true, previousId: true, inputBytes: true, outputBytes: true },
  })
}

const Claimed = z.object({
  id: z.string(),
  customerId: z.string(),
  run: z.number(),
  sealedInput: z.instanceof(Uint8Array),
  sealedOutput: z.instanceof(Uint8Array),
})
export type ClaimedResponse = z.output<typeof Claimed>

/** Claims a queued response, so an earlier run can no longer write. Undefined if there is nothing to make. */
export async function claimResponse(id: string): Promise<ClaimedResponse | undefined> {
  const rows = await prisma.storedResponse.updateManyAndReturn({
    where: { id, status: { in: sourcesOf('in_progress') } },
    data: { status: 'in_progress', run: { increment: 1 } },
    select: { id: true, customerId: true, run: true, sealedInput: true, sealedOutput: true },
  })
  return z.array(Claimed).parse(rows)[0]
}

type End = Pick<SealedResponse, 'status'> & Partial<Pick<SealedResponse, 'sealedOutput' | 'outputBytes'>>

/** Ends a response that is being made, by the given run if there is one. False if it has ended or another run has it. */
export async function endResponse(
  { id, customerId }: { id: string; customerId: string },
  end: End,
  run?: number,
): Promise<boolean> {
  const where = { id, customerId, status: { in: sourcesOf(end.status) }, ...(run !== undefined && { run }) }
  const { count } = await prisma.storedResponse.updateMany({ where, data: end })
  return count === 1
}

/** Tells all processes to stop making the response with this ID. */
export const STOP_CHANNEL = 'portico_response_stop'

export function announceStop(id: string): Promise<void> {
  return publish(STOP_CHANNEL, id)
}

export async function deleteResponse(customerId: string, id: string): Promise<boolean> {
  const { count } = await prisma.storedResponse.deleteMany({ where: { id, customerId } })
  return count === 1
}

export async function deleteAllOf(customerId: string): Promise<void> {
  await prisma.storedResponse.deleteMany({ where: { customerId } })
}

/** Deletes up to `limit` expired responses. Returns how many. */
export function deleteExpired(now: Date, limit: number): Promise<number> {
  return prisma.$executeRaw`
    DELETE FROM stored_responses WHERE id IN (
      SELECT id FROM stored_responses WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`
}

/** Fails responses created before `moment` that no worker has made. */
export async function failOpenSince(moment: Date): Promise<void> {
  const where = { status: { in: sourcesOf('failed') }, createdAt: { lt: moment } }
  await prisma.storedResponse.updateMany({ where, data: { status: 'failed' } })
}
