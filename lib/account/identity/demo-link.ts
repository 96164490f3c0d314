import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { paths } from '@/lib/client/paths'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { countAuthFailure, refuseAfterAuthFailures } from '@/lib/platform/rate-limit'
import { isLinkSignature, signLink } from '@/lib/platform/secrets'
import { findDemoUser } from './repository'
import { findCookie, sessionCookieFor, setCookieLine, usesSecureCookies } from './session'

/**
 * Whoever starts Portico is the operator, and shows it by the link that was printed on its terminal: nothing that a
 * request says of itself could, for a proxy makes every stranger look local. The link's token stands in demo.json alone,
 * which only that person can read, and is made once. The browser that opens the link is given a cookie, from which the
 * link cannot be told; it is worth nothing once the token is another.
 */
const COOKIE_SECONDS = 365 * 24 * 60 * 60

export function newDemoToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Empty where a link has none, such as in a file that an earlier release wrote. */
export function tokenOfLink(link: string): string {
  return URL.parse(link)?.searchParams.get('token') ?? ''
}

/** Where the link leads to, and the cookies that it gives: the browser's own, and one that signs in. */
type OpenedDemoLink = { path: string; cookies: string[] }

/** The link was opened, with this token. It changes nothing here: all that it does is in the browser's cookies. */
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

/** Whether this browser was given the link. Never while the demo is off. */
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

/** What the person who started Portico needs to try it. Readable by that person alone. */
export const DemoFile = z.object({
  url: z.string(),
  /** Opens the demo account (`demo-link.ts`). Missing in files of earlier releases. */
  sign_in_url: z.string().default(''),
  email: z.string(),
  password: z.string(),
  api_key: z.string(),
})
export type DemoFile = z.infer<typeof DemoFile>

/** Null when there is none, or when it is not what we write. */
export async function readDemoFile(): Promise<DemoFile | null> {
  try {
    return DemoFile.parse(JSON.parse(await readFile(demoPath(), 'utf8')))
  } catch {
    return null
  }
}

/** In one step, so that half a file is never read. */
export async function writeDemoFile(demo: DemoFile): Promise<void> {
  await mkdir(env().DATA_DIR, { recursive: true })
  const draft = `${demoPath()}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, demoPath())
}

/** An account that lets no one in should not be announced. */
export function removeDemoFile(): Promise<void> {
  return rm(demoPath(), { force: true })
}

function demoPath(): string {
  return join(env().DATA_DIR, 'demo.json')
}

/** Under `.local`, where no mail can ever go; nobody else may sign up with it. */
export const DEMO_EMAIL = 'demo@portico.local'
