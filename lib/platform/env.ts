import { isIP } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { isLoopbackName } from './client-address'
import { type ConfigFile, configFileSchema, readConfigFile } from './config-file'
import { Settings } from './variables'

/**
 * All settings, and the only file that reads `process.env`. An invalid setting throws a `ConfigurationError` with a sentence
 * for the operator, which is printed at start (exit code 1).
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

export type Env = z.infer<typeof Settings> & {
  /** The address for browsers and clients as they write origins: `PUBLIC_URL`, else localhost. No slash at the end. */
  publicUrl: string
  /** Other machines may reach it: HOST or PUBLIC_URL says so. */
  isExposed: boolean
  /** Requests must have a local Host header: otherwise a page of another site could reach it by DNS rebinding. */
  isLocalHostNeeded: boolean
  demo: boolean
  configFile?: ConfigFile
}

let known: Env | undefined

/** The settings, read once. */
export function env(): Env {
  known ??= readEnv()
  return known
}

function readEnv(): Env {
  const { env: source } = process
  if (isBuilding()) return parseEnv({ ...buildPlaceholders, ...source })
  // A file in the folder must not change tests.
  const named = source.PORTICO_CONFIG || (source.NODE_ENV === 'test' ? 'none' : undefined)
  return parseEnv(source, readFile(named))
}

function readFile(named: string | undefined): ConfigFile | undefined {
  return readConfigFile(named, Settings.shape, (sentence) => {
    throw new ConfigurationError(sentence)
  })
}

/** Settings that the file may change while a process runs. All others wait for the next start. */
const reloaded =
  /^(RATE_LIMIT_.*|LOG_LEVEL|SIGN_UP|TRIAL_CREDIT_USD|OUTBOUND_ALLOW|CALLBACK_RETRY_SECONDS|TRACE_PROVIDERS|LOCAL_MODEL_PRICING|BATCH_.*|(IMAGE|VIDEO)_CONCURRENCY|.*_TTL_SECONDS|.*_QUOTA|IMAGE_WAIT_SECONDS|AIGC_GROUPS|METRICS_TOKEN|BODY_BYTES_IN_FLIGHT)$/

/**
 * Rereads the file. Returns the settings that changed, and those that need a restart. Throws ConfigurationError for an
 * invalid file, and changes nothing then.
 */
export function reloadEnv(): { changed: string[]; waiting: string[] } {
  const after: Record<string, unknown> = readEnv()
  const { values } = overridden
  overrideEnv({})
  const before: Record<string, unknown> = env()
  const all = Object.keys(Settings.shape).filter((name) => name !== 'PORTICO_CONFIG')
  const names = all.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const changed = names.filter((name) => reloaded.test(name))
  for (const name of [...changed, 'configFile']) before[name] = after[name]
  overrideEnv(values)
  return { changed, waiting: names.filter((name) => !changed.includes(name)) }
}

/** The schema of portico.yaml, for editors and for a test. */
export const configSchemaOf = (providers: z.ZodType) => configFileSchema(Settings.shape, providers)

const overridden: { values: Partial<Env>; former: Partial<Env> } = {
  values: {},
  former: {},
}

/**
 * Overrides the environment with what operators set at run time; settings left out revert to the environment. All later
 * calls of `env()` return the new values.
 */
export function overrideEnv(values: Partial<Env>): void {
  const settings = Object.assign(env(), overridden.former)
  overridden.values = values
  overridden.former = Object.fromEntries(
    Object.keys(values).map((name) => [name, Reflect.get(settings, name)]),
  )
  Object.assign(settings, values)
}

/** The environment's values, ignoring overrides. */
export function environment(): Readonly<Env> {
  return { ...env(), ...overridden.former }
}

/** `next build` loads every route module to read its exports, and connects to nothing. */
const buildPlaceholders = {
  DATABASE_URL: 'postgres://build@localhost/build',
  NEXTAUTH_SECRET: 'only-there-while-building-never-used',
}

function isBuilding(): boolean {
  return process.env.NEXT_PHASE === 'phase-production-build'
}

/** Sealed columns depend on their every character. */
const isSealing = (name: string) => name === 'NEXTAUTH_SECRET' || name.startsWith('ENCRYPTION_KEY')

/** Values from files, such as secrets of Kubernetes, bring a line break with them, which no header may have. */
const plain = (value: string) => value.trim() || value

export function parseEnv(source: Record<string, string | undefined>, configFile?: ConfigFile): Env {
  // An empty variable counts as unset: compose files and shells write `X=`.
  const variables = Object.entries(source).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const given: Record<string, string> = { ...configFile?.settings, ...Object.fromEntries(variables) }
  const present = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isSealing(name) ? value : plain(value)]),
  )
  const parsed = Settings.safeParse(present)
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new ConfigurationError(`These settings are not valid: ${sentences.join('; ')}.`)
  }
  const settings = parsed.data
  return { ...settings, ...reachOf(settings), ...(configFile && { configFile }) }
}

function reachOf({ HOST, PORT, PUBLIC_URL, DEMO }: z.infer<typeof Settings>) {
  const listensHere = HOST === undefined ? PUBLIC_URL === undefined : isLoopbackName(HOST)
  const isExposed =
    !listensHere || (PUBLIC_URL !== undefined && !isLoopbackName(new URL(PUBLIC_URL).hostname))
  // A server that listens on all addresses is also reachable as localhost.
  const isAnywhere = HOST === undefined || /^[0.:]+$/.test(HOST) || isLoopbackName(HOST)
  const name = isAnywhere ? 'localhost' : isIP(HOST) === 6 ? `[${HOST}]` : HOST
  return {
    publicUrl: PUBLIC_URL === undefined ? `http://${name}:${PORT}` : new URL(PUBLIC_URL).origin,
    isExposed,
    isLocalHostNeeded: listensHere && PUBLIC_URL === undefined,
    demo: DEMO === undefined ? PUBLIC_URL === undefined && listensHere : DEMO === 'on',
  }
}

/** A variable that the catalog names, such as `OPENAI_API_KEY`; undefined if unset or empty. */
export function readSecret(name: string): string | undefined {
  return process.env[name]?.trim() || undefined
}

/** Makes next-auth use the address of each request: it would use NEXTAUTH_URL for all of them. */
export function leaveAddressToRequests(): void {
  delete process.env.NEXTAUTH_URL
  process.env.AUTH_TRUST_HOST = 'true'
}
