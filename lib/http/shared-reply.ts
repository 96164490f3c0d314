import { createHash } from 'node:crypto'
import type { Exchange, Reply } from './exchange'
import { matchesEtag } from './matches-etag'
import { READER_HEADERS } from './send-to-page'

type Written = { body: string; etag: string }

/** A value that is given out again and again is written once. */
const written = new WeakMap<object, Written>()

/** An answer that is the same for everybody; an empty 304 for a client that has it. */
export function sharedReply(
  value: object,
  toBody: () => string,
  exchange: Exchange,
  { sharedForSeconds, variesByReader }: { sharedForSeconds: number; variesByReader: boolean },
): Reply {
  const { body, etag } = written.get(value) ?? write(value, toBody())
  const headers: Record<string, string> = {
    etag,
    'cache-control': `public, max-age=${sharedForSeconds}, stale-while-revalidate=${sharedForSeconds}`,
    ...(variesByReader && { vary: READER_HEADERS }),
  }
  if (matchesEtag(exchange.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
  headers['content-type'] = 'application/json; charset=utf-8'
  return { status: 200, headers, body }
}

function write(value: object, body: string): Written {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const made = { body, etag }
  written.set(value, made)
  return made
}
