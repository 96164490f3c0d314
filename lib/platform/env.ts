import { isIP } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { isLoopbackName } from './client-address'
import { type ConfigFile, configFileSchema, readConfigFile } from './config-file'
import { Settings } from './variables'

/**
 * Every setting of Portico and the only place that reads `process.env`.
 * A bad one is a sentence for the operator: `ConfigurationError`, printed at start, exit code 1.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

export type Env = z.infer<typeof Settings> & {
  /** Where browsers and clients reach us: `PUBLIC_URL`, else this machine. No slash at the end. */
  publicUrl: string
  /** Others than this machine may reach us: it listens to them, or PUBLIC_URL says so. */
  isExposed: boolean
  /** By its Host, a page of another site could make a browser on this machine send requests (DNS rebinding). */
  isLocalHostNeeded: boolean
  demo: boolean
  configFile?: ConfigFile
}

let known: Env | undefined

/** Read once; used on every request. */
export function env(): Env {
  known ??= readEnv()
  return known
}

function readEnv(): Env {
  const { env: source } = process
  if (isBuilding()) return parseEnv({ ...buildPlaceholders, ...source })
  // An existing file must not change what tests see.
  const named = source.PORTICO_CONFIG || (source.NODE_ENV === 'test' ? 'none' : undefined)
  return parseEnv(source, readFile(named))
}

function readFile(named: string | undefined): ConfigFile | undefined {
  return readConfigFile(named, Settings.shape, (sentence) => {
    throw new ConfigurationError(sentence)
  })
}

/** What may change while a process runs, as the file has it. All else waits for the next start. */
const reloaded =
  /^(RATE_LIMIT_.*|LOG_LEVEL|SIGN_UP|TRIAL_CREDIT_USD|OUTBOUND_ALLOW|CALLBACK_RETRY_SECONDS|TRACE_PROVIDERS|LOCAL_MODEL_PRICING|BATCH_.*|(IMAGE|VIDEO)_CONCURRENCY|.*_TTL_SECONDS|.*_QUOTA|IMAGE_WAIT_SECONDS|AIGC_GROUPS|METRICS_TOKEN|BODY_BYTES_IN_FLIGHT)$/

/**
 * Rereads the file. Returns which settings have changed, and which would after a restart. Throws ConfigurationError where
 * something is wrong with it: then nothing changes.
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

/** What portico.yaml may say, for editors and for a test. */
export const configSchemaOf = (providers: z.ZodType) => configFileSchema(Settings.shape, providers)

const overridden: { values: Partial<Env>; former: Partial<Env> } = {
  values: {},
  former: {},
}

/**
 * Overrides the environment with what operators set at run time; settings left out revert to the environment. Every later
 * call of `env()`, which everybody makes anew each time, returns it.
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

/** `next build` loads every route module to look at its exports; nothing connects anywhere then. */
const buildPlaceholders = {
  DATABASE_URL: 'postgres://build@localhost/build',
  NEXTAUTH_SECRET: 'only-there-while-building-never-used',
}

function isBuilding(): boolean {
  return process.env.NEXT_PHASE === 'phase-production-build'
}

export function parseEnv(source: Record<string, string | undefined>, configFile?: ConfigFile): Env {
  // An empty variable means the same as none: compose files and shells write `X=`.
  const said = Object.entries(source).filter(([, value]) => value !== undefined && value !== '')
  const present = { ...configFile?.settings, ...Object.fromEntries(said) }
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
  // At every address of this machine it is found under this name too.
  const isAnywhere = HOST === undefined || /^[0.:]+$/.test(HOST) || isLoopbackName(HOST)
  const name = isAnywhere ? 'localhost' : isIP(HOST) === 6 ? `[${HOST}]` : HOST
  return {
    publicUrl: (PUBLIC_URL ?? `http://${name}:${PORT}`).replace(/\/+$/, ''),
    isExposed,
    isLocalHostNeeded: listensHere && PUBLIC_URL === undefined,
    demo: DEMO === undefined ? PUBLIC_URL === undefined && listensHere : DEMO === 'on',
  }
}

/** A variable by its name, as the catalog names secrets and addresses (`OPENAI_API_KEY`); undefined when absent or empty. */
export function readSecret(name: string): string | undefined {
  return process.env[name] || undefined
}

/** next-auth takes one address from the environment for every request. Without it, and trusting the host, it takes each request's. */
export function leaveAddressToRequests(): void {
  delete process.env.NEXTAUTH_URL
  process.env.AUTH_TRUST_HOST = 'true'
}
