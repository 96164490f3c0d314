import { randomBytes } from 'node:crypto'
import { createKey } from '@/lib/account/api-keys/keys'
import { KeyScope } from '@/lib/account/api-keys/schema'
import { findKeyBySecret } from '@/lib/account/api-keys/verify-key'
import { isSandboxAlone } from '@/lib/catalog/models/read-snapshot'
import { paths } from '@/lib/client/paths'
import { grantCredit } from '@/lib/money/ledger/balance'
import { ConfigurationError, env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import {
  DEMO_EMAIL,
  type DemoFile,
  newDemoToken,
  readDemoFile,
  removeDemoFile,
  tokenOfLink,
  writeDemoFile,
} from './demo-link'
import { hashPassword, isPassword } from './password'
import { findDemoUser, insertAccount, updatePassword, withDemoLock } from './repository'

const CREDIT_NANOS = 25_000_000_000n

type DemoUser = NonNullable<Awaited<ReturnType<typeof findDemoUser>>>

/**
 * Ensures that the demo account exists and that `demo.json` is correct. What still holds is left alone: only the file has
 * the link, the password and the key. Null while DEMO is off, and in a worker.
 */
export async function ensureDemo(): Promise<DemoFile | null> {
  // A worker serves no pages; with its own DATA_DIR it would only replace the password of the nodes that do.
  if (env().ROLE === 'worker') return null
  if (!env().demo) {
    await removeDemoFile()
    return null
  }
  return withDemoLock(async () => {
    const before = await readDemoFile()
    const user = (await findDemoUser()) ?? (await insertDemo())
    const { customerId } = user
    await grantCredit({ customerId, amountNanos: CREDIT_NANOS, key: `grant:demo:${customerId}` })
    const demo: DemoFile = {
      url: env().publicUrl,
      sign_in_url: `${env().publicUrl}${paths.signIn}?token=${tokenOfLink(before?.sign_in_url ?? '') || newDemoToken()}`,
      email: user.email,
      password: await ensurePassword(user, before?.password),
      api_key: await ensureKey(user, before?.api_key),
    }
    if (JSON.stringify(before) !== JSON.stringify(demo)) await writeDemoFile(demo)
    return demo
  })
}

/**
 * Credit of the demo and of the sandbox payment page is free: with real providers it would be the operator's money, spent
 * by anyone who gets access from outside. Throws `ConfigurationError`; to be called once the catalog is loaded.
 */
export function refuseDemoInPublic(): void {
  const { demo, isExposed, ROLE } = env()
  if (!demo || !isExposed || ROLE === 'worker' || isSandboxAlone()) return
  throw new ConfigurationError(
    'DEMO=on gives free credit to an address that others reach, and a provider beside the sandbox is configured: set DEMO=off, or keep HOST on 127.0.0.1 without PUBLIC_URL.',
  )
}

async function insertDemo(): Promise<DemoUser> {
  const name = 'Demo'
  const user = await insertAccount({
    customer: { id: newId('cus'), name, isOperator: true, isDemo: true },
    user: { id: newId('usr'), email: DEMO_EMAIL, name, passwordHash: null },
  })
  if (user === undefined) throw new Error(`${DEMO_EMAIL} belongs to another account`)
  return user
}

async function ensurePassword(user: DemoUser, known: string | undefined): Promise<string> {
  if (known !== undefined && (await isPassword(user.passwordHash, known))) return known
  const password = randomBytes(15).toString('base64url')
  await updatePassword(user.id, await hashPassword(password))
  return password
}

async function ensureKey(user: DemoUser, known: string | undefined): Promise<string> {
  const scopes = KeyScope.options
  const key = known === undefined ? null : await findKeyBySecret(known)
  const isWhole = key?.customerId === user.customerId && scopes.every((scope) => key.scopes.includes(scope))
  if (known !== undefined && isWhole) return known
  const owner = { customerId: user.customerId, userId: user.id, apiKey: null, isOperator: true }
  return (await createKey(owner, { name: 'Demo key', scopes: [...scopes] })).key
}
