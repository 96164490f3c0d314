import { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newId, timeOfId } from '@/lib/platform/ids'
import { hashLinkToken, newLinkToken } from '@/lib/platform/link-token'
import {
  type ConversationRow,
  deleteConversation,
  deleteExpired,
  findOpenConversation,
  insertConversation,
  listOpenConversations,
} from './repository'
import {
  type CreatedConversation,
  type ShareConversationRequest,
  type SharedConversation,
  type SharedConversationList,
  SharedTurns,
} from './schema'
import { close, open } from './sealing'

export { deleteAllOf as erasePlaygroundOf } from './repository'

const MOST_OPEN = 200
const HOUR_MILLIS = 3_600_000

/** Throws `invalid_parameter` where the organization has too many open links. */
export async function shareConversation(
  { customerId }: Caller,
  { hours, title, ...turns }: ShareConversationRequest,
): Promise<CreatedConversation> {
  const owned = { customerId, id: newId('conv') }
  const createdAt = clock.now()
  const { token, hash: tokenDigest } = newLinkToken()
  const data = {
    ...owned,
    tokenDigest,
    sealedTitle: await close('title', owned, title),
    sealedTurns: await close('turns', owned, turns),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + hours * HOUR_MILLIS),
  }
  const row = await insertConversation(data, MOST_OPEN)
  if (row === undefined)
    throw new AppError('invalid_parameter', {
      message: `An organization can have at most ${MOST_OPEN} open links to conversations. Revoke one first.`,
    })
  return { ...(await present(row)), url: `${env().publicUrl}/share/conversation/${token}` }
}

/** All of the organization's open links: there are never more than a few hundred. */
export async function listSharedConversations({ customerId }: Caller): Promise<SharedConversationList> {
  const rows = await listOpenConversations(customerId, clock.now())
  return { object: 'list', data: await Promise.all(rows.map(present)), has_more: false, next_cursor: '' }
}

/** Ends a link and deletes what it showed. Throws 404. */
export async function revokeConversation({ customerId }: Caller, id: string) {
  // Text that is no id is not looked up: PostgreSQL rejects NUL characters, for example.
  const isOurs = timeOfId(id) !== undefined
  if (!isOurs || !(await deleteConversation(customerId, id))) throw new AppError('not_found')
  return { id, object: 'shared_conversation', deleted: true } as const
}

/** For anyone who has the link. Throws 404 if it has expired or was revoked. */
export async function readSharedConversation(token: string) {
  const row = await findOpenConversation(hashLinkToken(token), clock.now())
  const turns = row && (await open('turns', row, row.sealedTurns))
  if (!row || turns === undefined) throw new AppError('not_found')
  return { ...SharedTurns.parse(turns), ...(await present(row)) }
}

/** Deletes snapshots whose link has expired. Safe to run anywhere, any number of times. */
export function sweepConversations(): Promise<void> {
  return deleteExpired(clock.now())
}

type Listed = Omit<ConversationRow, 'sealedTurns'>

async function present(row: Listed): Promise<SharedConversation> {
  return {
    id: row.id,
    object: 'shared_conversation',
    title: z
      .string()
      .catch('')
      .parse(await open('title', row, row.sealedTitle)),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }
}
