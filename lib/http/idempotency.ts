import { createHash } from 'node:crypto'
import { type Caller, ownOnly } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import {
  answerPurpose,
  claimRecord,
  completeRecord,
  findRecord,
  nameOfRecord,
  type RecordKey,
  releaseRecord,
} from '@/lib/platform/idempotency-records'
import { instanceId } from '@/lib/platform/instance'
import { isRecord } from '@/lib/platform/json'
import { seal, unseal } from '@/lib/platform/secrets'
import { type Exchange, isStreamBody, type Reply } from './exchange'

const LOOK_AGAIN_MILLIS = 200

type Work = (answerKept?: Promise<boolean>) => Promise<Reply>

/** Running requests of this process by key: a second one waits for the first without querying the database. */
const running = new Map<string, Promise<unknown>>()

/** What two requests with the same key must have in common, as JSON, and whether the stored response is sealed. */
type Identity = { value: unknown; holdsSecret: boolean }

/**
 * Applies Idempotency-Key: the same key with the same JSON within 24 hours gets the first response again, marked
 * `Idempotent-Replayed: true`. A second request waits while the first runs; another body is a 409. Only successes are
 * stored: a failure frees the key, because nothing was done or charged. `work` is told whether its response was stored and
 * charges only then, so that a retry after a crash never pays twice.
 */
export async function answerOnce(
  exchange: Exchange,
  caller: Caller,
  { value, holdsSecret }: Identity,
  work: Work,
): Promise<Reply> {
  const key = exchange.headers['idempotency-key']
  if (key === undefined) return work()
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new AppError('invalid_parameter', {
      param: 'Idempotency-Key',
      message: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
    })
  const { customerId } = caller
  // A member who may see only own things gets nobody else's responses.
  const own = ownOnly(caller, 'keys.manage')
  const scoped = own === undefined ? key : `${own} ${key}`
  const record = { customerId, path: exchange.path.replace(/\/$/, ''), key: scoped }
  const fingerprint = fingerprintOf(value)
  const name = nameOfRecord(record)
  const vault = holdsSecret ? sealedFor(name) : plain
  for (;;) {
    const other = running.get(name)
    if (other === undefined) {
      const reply = await runFirst(name, record, fingerprint, vault, work)
      if (reply) return reply
    }
    const stored = await findRecord(record)
    if (stored && !stored.fingerprint.equals(fingerprint))
      throw new AppError('idempotency_key_conflict', { param: 'Idempotency-Key' })
    if (stored?.status != null)
      return {
        status: stored.status,
        headers: { ...stored.headers, 'idempotent-replayed': 'true' },
        body: vault.open(stored.body),
      }
    await waitFor(other ?? pause(), exchange.signal)
  }
}

/** The response if this request claimed the key and kept it to the end; undefined if another request holds it. */
async function runFirst(
  name: string,
  record: RecordKey,
  fingerprint: Buffer,
  vault: Vault,
  work: Work,
): Promise<Reply | undefined> {
  const first = claimAndPerform(record, fingerprint, vault, work)
  running.set(
    name,
    first.catch(() => undefined),
  )
  try {
    return await first
  } finally {
    running.delete(name)
  }
}

async function claimAndPerform(
  record: RecordKey,
  fingerprint: Buffer,
  vault: Vault,
  work: Work,
): Promise<Reply | undefined> {
  if (!(await claimRecord(record, fingerprint, instanceId()))) return undefined
  return perform(record, vault, work)
}

/** Undefined if another process took over the key because this one seemed dead: then its response counts. */
async function perform(record: RecordKey, vault: Vault, work: Work): Promise<Reply | undefined> {
  const kept = Promise.withResolvers<boolean>()
  try {
    const reply = await work(kept.promise)
    if (reply.status >= 300 || isStreamBody(reply.body)) {
      await releaseRecord(record, instanceId())
      kept.resolve(reply.status < 300)
      return reply
    }
    const isKept = await completeRecord(record, instanceId(), {
      status: reply.status,
      headers: reply.headers,
      body: vault.close(Buffer.from(reply.body ?? '')),
    })
    kept.resolve(isKept)
    return isKept ? reply : undefined
  } catch (error) {
    await releaseRecord(record, instanceId())
    throw error
  } finally {
    kept.resolve(false)
  }
}

/** How bodies are stored. */
type Vault = { close(body: Buffer): Buffer; open(kept: Buffer | null): Buffer | null }

const plain: Vault = { close: (body) => body, open: (kept) => kept }

/** For responses with a secret: reading the database does not reveal it. */
function sealedFor(name: string): Vault {
  const purpose = answerPurpose(name)
  return {
    close: (body) => seal(purpose, body.toString('utf8')),
    open: (kept) => {
      const text = kept && unseal(purpose, kept)
      if (typeof text === 'string') return Buffer.from(text)
      throw new AppError('idempotency_key_conflict', {
        param: 'Idempotency-Key',
        message: 'The stored response to this Idempotency-Key cannot be read any more. Use another key.',
      })
    },
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MILLIS))
}

/** Throws as soon as the client hangs up. */
async function waitFor(other: Promise<unknown>, client: AbortSignal): Promise<void> {
  client.throwIfAborted()
  const hungUp = Promise.withResolvers<void>()
  const onAbort = () => hungUp.resolve()
  client.addEventListener('abort', onAbort, { once: true })
  await Promise.race([other, hungUp.promise])
  client.removeEventListener('abort', onAbort)
  client.throwIfAborted()
}

/**
 * A hash of a JSON value that ignores the order of keys, white space and the spelling of numbers and characters. Throws
 * `invalid_json` for a value nested too deeply to be serialized.
 */
export function fingerprintOf(value: unknown): Buffer {
  return createHash('sha256').update(inOrder(value)).digest()
}

function inOrder(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, part: unknown) => (isRecord(part) ? sorted(part) : part))
  } catch (cause) {
    throw new AppError('invalid_json', { message: 'The body is nested too deeply.', cause })
  }
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))
}
