import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { createKey } from '@/lib/account/api-keys/keys'
import { KeyScope } from '@/lib/account/api-keys/schema'
import { findKeyBySecret } from '@/lib/account/api-keys/verify-key'
import { isSandboxAlone } from '@/lib/catalog/models/read-snapshot'
import { paths } from '@/lib/client/paths'
import { grantCredit } from '@/lib/money/ledger/balance'
import { ConfigurationError, env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { countAuthFailure, refuseAfterAuthFailures } from '@/lib/platform/rate-limit'
import { isLinkSignature, signLink } from '@/lib/platform/secrets'
import { hashPassword, isPassword } from './password'
import { findDemoUser, insertAccount, updatePassword, withDemoLock } from './repository'
import { findCookie, sessionCookieFor, setCookieLine, usesSecureCookies } from './sessions'

/**
 * The demo account belongs to the person who starts Portico, who proves it by the sign-in link printed in the terminal. A
 * request's address proves nothing: behind a proxy every client looks local. The token is generated once and stored only in
 * demo.json, readable by that person. Opening the link sets a cookie derived from the token, valid as long as the token is.
 */
const COOKIE_SECONDS = 365 * 24 * 60 * 60

function newDemoToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Empty where the link has no token, as in files of earlier releases. */
export function tokenOfLink(link: string): string {
  return URL.parse(link)?.searchParams.get('token') ?? ''
}

/** `cookies`: Set-Cookie lines that mark the browser and sign it in. */
type OpenedDemoLink = { path: string; cookies: string[] }

/** Opens the demo sign-in link. Changes only the browser's cookies. */
export async function openDemoLink(token: string, address: string): Promise<OpenedDemoLink> {
  try {
    await refuseAfterAuthFailures(address)
    const [known, user] = await Promise.all([readToken(), findDemoUser()])
    if (known !== null && user !== null && isSame(token, known))
      return { path: paths.console, cookies: [browserCookie(known), await sessionCookieFor(user)] }
    await countAuthFailure(address)
    return { path: `${paths.signIn}?error=DemoLinkUnusable`, cookies: [] }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate_limit_exceeded')) throw error
    return { path: `${paths.signIn}?error=TooManyAttempts:1`, cookies: [] }
  }
}

/** Whether this browser has opened the link. False while the demo is off. */
export async function holdsDemoLink(cookieHeader: string | undefined): Promise<boolean> {
  const given = findCookie(cookieHeader ?? '', cookieName())
  const token = given === undefined ? null : await readToken()
  return given !== undefined && token !== null && isLinkSignature(['demo-browser', token], given)
}

/** The one-click demo sign-in. Null: refused. */
export async function verifyDemoVisitor(cookieHeader: string | undefined): Promise<{ id: string } | null> {
  return (await holdsDemoLink(cookieHeader)) ? findDemoUser() : null
}

async function readToken(): Promise<string | null> {
  if (!env().demo) return null
  return tokenOfLink((await readDemoFile())?.sign_in_url ?? '') || null
}

function isSame(given: string, known: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(known))
}

function cookieName(): string {
  return `${usesSecureCookies() ? '__Secure-' : ''}portico.demo-link`
}

function browserCookie(token: string): string {
  return setCookieLine(cookieName(), signLink(['demo-browser', token]), COOKIE_SECONDS)
}

/** The content of demo.json. */
const DemoFile = z.object({
  url: z.string(),
  /** Signs in to the demo account. Missing in files of earlier releases. */
  sign_in_url: z.string().default(''),
  email: z.string(),
  password: z.string(),
  api_key: z.string(),
})
type DemoFile = z.infer<typeof DemoFile>

/** Null when it is missing or unreadable. */
async function readDemoFile(): Promise<DemoFile | null> {
  try {
    return DemoFile.parse(JSON.parse(await readFile(demoPath(), 'utf8')))
  } catch {
    return null
  }
}

/** Atomic, so that a partial file is never read. */
async function writeDemoFile(demo: DemoFile): Promise<void> {
  await mkdir(env().DATA_DIR, { recursive: true })
  const draft = `${demoPath()}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, demoPath())
}

function removeDemoFile(): Promise<void> {
  return rm(demoPath(), { force: true })
}

function demoPath(): string {
  return join(env().DATA_DIR, 'demo.json')
}

/** Undeliverable; signing up with it is refused. */
export const DEMO_EMAIL = 'demo@portico.local'

const CREDIT_NANOS = 25_000_000_000n

type DemoUser = NonNullable<Awaited<ReturnType<typeof findDemoUser>>>

/**
 * Ensures that the demo account exists and that `demo.json` is correct. Valid values are kept: the link, password and key are
 * stored only in the file. Null while DEMO is off, and in a worker.
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
 * Demo and sandbox credit is free: with paid providers and a public address, anyone could spend the operator's money. Throws
 * `ConfigurationError`. Call it after the catalog is loaded.
 */
export function refuseDemoInPublic(): void {
  const { demo, isExposed, ROLE } = env()
  if (!demo || !isExposed || ROLE === 'worker' || isSandboxAlone()) return
  throw new ConfigurationError(
    'DEMO=on gives free credit to anyone who can reach this address, and a provider other than the sandbox is configured: set DEMO=off, or keep HOST on 127.0.0.1 without PUBLIC_URL.',
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
  // `operator` is given by hand alone.
  const scopes = KeyScope.exclude(['operator']).options
  const key = known === undefined ? null : await findKeyBySecret(known)
  const isWhole = key?.customerId === user.customerId && scopes.every((scope) => key.scopes.includes(scope))
  if (known !== undefined && isWhole) return known
  const owner = { customerId: user.customerId, userId: user.id, apiKey: null, isOperator: true }
  return (await createKey(owner, { name: 'Demo key', scopes: [...scopes] })).key
}
