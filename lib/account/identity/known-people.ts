import { createHmac, randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { logger } from '@/lib/platform/logger'
import { type SealedColumn, sealBytes, unsealBytes } from '@/lib/platform/secrets'
import type { Transaction } from '@/lib/platform/transaction'
import { ensureHashKey, findPerson, insertKnownPeople } from './repository'

/**
 * Trial credit is given once per person, also after an account is deleted. Keyed hashes of an account's email and of its
 * accounts at other services are stored when it receives the credit, and when it changes or drops one of them.
 */
type Marks = { email?: string; oauth?: readonly { provider: string; providerAccountId: string }[] }

const purposeOf = () => 'key of the hashes of people'
export const sealedHashKeys: SealedColumn = {
  table: 'person_hash_keys',
  column: 'sealed',
  owner: ['id'],
  purposeOf,
}
const KEY_BYTES = 32

/** True if all marks are new, also under concurrent calls. False if the hash key cannot be read. */
export async function recordPerson({ email, oauth = [] }: Marks, transaction: Transaction): Promise<boolean> {
  const key = unsealBytes(
    purposeOf(),
    await ensureHashKey(sealBytes(purposeOf(), randomBytes(KEY_BYTES)), transaction),
  )
  if (key === undefined) {
    logger.warn(
      {},
      'trial credit was not given: the hash key is sealed under an ENCRYPTION_KEY that is not set here',
    )
    return false
  }
  const marks = oauth.map(({ provider, providerAccountId }) => [provider, providerAccountId])
  if (email !== undefined) marks.push(['email', mailboxOf(email)])
  const hashes = marks.map((mark) => createHmac('sha256', key).update(JSON.stringify(mark)).digest())
  // Sorted, so that concurrent sign-ups cannot deadlock.
  return (await insertKnownPeople(hashes.sort(Buffer.compare), transaction)) === hashes.length
}

/** Before a person's account is deleted. */
export async function recordPersonById(userId: string, transaction: Transaction): Promise<void> {
  await recordPerson(await findPerson(userId, transaction), transaction)
}

const GMAIL = ['gmail.com', 'googlemail.com']
/** Services that deliver `name+anything` to `name`. */
const TAGGING = [
  ...[...GMAIL, 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'icloud.com', 'me.com', 'mac.com'],
  ...['proton.me', 'protonmail.com', 'pm.me', 'fastmail.com', 'zoho.com', 'yandex.com', 'yandex.ru'],
]

/** The same text for all addresses known to be one mailbox. */
function mailboxOf(email: string): string {
  const address = email.normalize('NFKC').trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1)
  const domain = domainToASCII(host) || host
  let name = address.slice(0, at)
  if (TAGGING.includes(domain)) name = name.replace(/\+.*$/, '')
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
