import { z } from 'zod'
import { prisma } from '@/lib/platform/db'

/** Pictures kept in the database because they could not be stored, and the one read that consumes `b64_json`. */

export async function readBody(taskId: string, position: number): Promise<Buffer> {
  const where = { taskId_position: { taskId, position } }
  const row = await prisma.imageOutput.findUnique({ where, select: { body: true } })
  return bufferOf(row?.body)
}

/** The same bytes, not a copy. */
function bufferOf(body: Uint8Array | null | undefined): Buffer {
  if (!body) throw new Error('the picture is not in the database')
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

const Slices = z.array(z.object({ body: z.instanceof(Uint8Array).nullable() }))

/** A slice, so that no picture need be in memory whole. */
export async function readBodySlice(
  taskId: string,
  position: number,
  { start, length }: { start: number; length: number },
): Promise<Buffer> {
  const rows = await prisma.$queryRaw`
    SELECT substring(body FROM ${start + 1}::int FOR ${length}::int) AS body FROM image_outputs
     WHERE task_id = ${taskId} AND position = ${position}`
  return bufferOf(Slices.parse(rows)[0]?.body)
}

/** True for one read at a time, as long as it shows progress within `leaseSeconds`; false once the result was delivered. */
export async function claimResult(id: string, token: string, leaseSeconds: number): Promise<boolean> {
  const count = await prisma.$executeRaw`
    UPDATE image_tasks SET claim_token = ${token}, claim_until = now() + make_interval(secs => ${leaseSeconds})
     WHERE id = ${id} AND status = 'completed' AND claimed_at IS NULL AND deleted_at IS NULL
       AND (claim_until IS NULL OR claim_until < now() OR claim_token = ${token})`
  return count === 1
}

/** The result was delivered: it can never be read again, and the copy kept for it alone is deleted. False: the claim was lost. */
export async function completeClaim(id: string, token: string, now: Date): Promise<boolean> {
  const count = await prisma.$executeRaw`
    WITH claimed AS (
      UPDATE image_tasks SET claimed_at = ${now}, claim_token = NULL, claim_until = NULL
       WHERE id = ${id} AND claim_token = ${token} AND claimed_at IS NULL RETURNING id),
    emptied AS (UPDATE image_outputs SET body = NULL WHERE body IS NOT NULL AND task_id IN (SELECT id FROM claimed))
    SELECT id FROM claimed`
  return count === 1
}

/** The delivery failed: the next read may have the result. */
export async function releaseClaim(id: string, token: string): Promise<void> {
  await prisma.imageTask.updateMany({
    where: { id, claimToken: token, claimedAt: null },
    data: { claimToken: null, claimUntil: null },
  })
}

/** Pictures of tasks that can no longer be read, and that nothing else has. */
export async function emptyExpired(now: Date): Promise<void> {
  await prisma.imageOutput.updateMany({
    where: { body: { not: null }, task: { expiresAt: { lte: now } } },
    data: { body: null },
  })
}
