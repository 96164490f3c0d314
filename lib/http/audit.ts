import { z } from 'zod'
import { beginAuditLine, dropAuditLine, endAuditLine } from '@/lib/account/organizations/audit'
import type { AuditAction } from '@/lib/account/organizations/audit-schema'
import type { Caller } from '@/lib/platform/caller'
import { toAppError } from '@/lib/platform/database-connection'
import { isRecord } from '@/lib/platform/json'
import { logger } from '@/lib/platform/logger'
import type { Audit } from './contract'
import type { Reply } from './exchange'

type Recorded = { action: AuditAction; fields: object | undefined }

/** What a request is recorded as; undefined: it is not. */
export function recordedAs(audit: NonNullable<Audit>, body: unknown): Recorded | undefined {
  const fields = isRecord(body) ? body : undefined
  if (typeof audit === 'string') return { action: audit, fields }
  const value = fields?.[audit.ifSet]
  return value === undefined ? undefined : { action: audit.action, fields: { [audit.ifSet]: value } }
}

/**
 * Does what an account route is asked, with a line in the organization's audit log: written before, so that nothing happens
 * without one, and removed where the request is refused. Where the process dies, or the request fails, it stays `started`.
 */
export async function withAuditLine(
  recorded: Recorded,
  { caller, params }: { caller: Caller; params: unknown },
  act: () => Promise<Reply>,
): Promise<Reply> {
  const targetId = Target.safeParse(params).data?.id ?? null
  const id = await beginAuditLine(caller, { ...recorded, targetId })
  try {
    const reply = await act()
    const end = reply.status < 400 ? endAuditLine(id, targetId ?? createdId(reply)) : dropAuditLine(id)
    await end.catch(warn)
    return reply
  } catch (error) {
    if (toAppError(error).status < 500) await dropAuditLine(id).catch(warn)
    throw error
  }
}

const warn = (error: unknown) => logger.warn({ err: String(error) }, 'a line of an audit log was not ended')

/** Other ids cannot exist, and may contain bytes that the database rejects. */
const Target = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) })
const Created = z.union([
  Target,
  z.object({ order_id: z.string() }).transform(({ order_id: id }) => ({ id })),
])

function createdId({ headers, body }: Reply): string | null {
  const isJson = typeof body === 'string' && headers['content-type']?.startsWith('application/json')
  return isJson ? (Created.safeParse(JSON.parse(body)).data?.id ?? null) : null
}
