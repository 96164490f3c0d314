// The few settings the launcher needs. The server validates all of them (lib/platform/env.ts).
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Failure } from './output.mjs'

function wholeNumber(source, name, fallback, min, max) {
  const value = source[name] || String(fallback)
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= min && number <= max) return number
  throw new Failure(`${name} must be a whole number from ${min} to ${max}, not "${value}".`)
}

function postgresAddress(value, name) {
  if (!value) return undefined
  if (/^postgres(ql)?:\/\/./.test(value) && URL.canParse(value)) return value
  const hint = '; write / ? # % in its password as %2F %3F %23 %25'
  throw new Failure(
    `${name} must be an address such as postgresql://user:password@host:5432/database${value.includes('@') ? hint : ''}.`,
  )
}

/** This machine only, unless PUBLIC_URL is set; `::` is every address, including IPv4. */
export function listenHost(source) {
  const host = source.HOST || (source.PUBLIC_URL ? '::' : '127.0.0.1')
  if (host === 'localhost' || isIP(host) > 0) return host
  throw new Failure(`HOST must be an address to listen at, such as 127.0.0.1, 0.0.0.0 or ::, not "${host}".`)
}

/** For Node: without a host it listens on every address, even without IPv6. */
export const listenAddress = (host, port) => (host === '::' ? { port } : { host, port })

const isAnywhere = (host) => /^[0.:]+$/.test(host)
const isLoopback = (host) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)

/** The URL at which this machine reaches a server that listens on `host`. */
export function localUrl(host, port, name = '127.0.0.1') {
  if (isAnywhere(host)) return `http://${name}:${port}`
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

/** The URL for people. */
export const addressOf = ({ publicUrl, host, port }) =>
  publicUrl ?? localUrl(isLoopback(host) ? '::' : host, port, 'localhost')

/** A warning for the operator about exposure; undefined if there is none. */
export function exposureWarning({ host, publicUrl, isDemoOn }) {
  if (publicUrl || isLoopback(host)) return undefined
  const demo = isDemoOn ? 'The demo account is on (DEMO=on).' : 'The demo account is off.'
  return `HOST is ${host} without PUBLIC_URL: anyone who can reach this machine can sign up, without encryption. ${demo}`
}

/** Variables that came from portico.yaml, and from which file. */
const fromFile = new Map()

/** Throws a Failure that names the variable, or its path in portico.yaml. */
export function readSettings(source, root) {
  try {
    return parseSettings(source, root)
  } catch (error) {
    const [name] = error.message.split(' ')
    const file = fromFile.get(name)
    if (!file) throw error
    throw new Failure(`${file}: settings.${name.toLowerCase()}${error.message.slice(name.length)}`)
  }
}

function parseSettings(source, root) {
  const port = wholeNumber(source, 'PORT', 3000, 0, 65_535)
  wholeNumber(source, 'WORKERS', 1, 1, 256)
  return {
    port,
    host: listenHost(source),
    isDemoOn: source.DEMO === 'on',
    dataDir: resolve(root, source.DATA_DIR || '.data'),
    databaseUrl: postgresAddress(source.DATABASE_URL, 'DATABASE_URL'),
    isCitusOn: source.CITUS === 'on',
    directUrl: postgresAddress(source.DATABASE_DIRECT_URL, 'DATABASE_DIRECT_URL'),
    publicUrl: source.PUBLIC_URL || undefined,
    secret: source.NEXTAUTH_SECRET || undefined,
    startSeconds: wholeNumber(source, 'START_TIMEOUT_SECONDS', 120, 1, 86_400),
  }
}

/** Reads .env; the environment takes precedence. */
export function loadEnvFile(root) {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** Needed before the server reads the file itself. */
const startNames = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'CITUS',
  'ROLE',
  'WORKERS',
  'START_TIMEOUT_SECONDS',
  'PUBLIC_URL',
  'NEXTAUTH_SECRET',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'DEMO',
]

/** Path of portico.yaml; undefined if there is none. A named file is read even if it does not exist, which is an error. */
export function configFile(source, root) {
  if (source.PORTICO_CONFIG === 'none') return undefined
  if (source.PORTICO_CONFIG) return resolve(root, source.PORTICO_CONFIG)
  const file = join(root, 'portico.yaml')
  return existsSync(file) ? file : undefined
}

/**
 * Reads from portico.yaml what the launcher needs and the environment does not set. The server reads and validates all of it
 * (lib/platform/config-file.ts). Needs packages.
 */
export async function loadConfigFile(root) {
  const file = configFile(process.env, root)
  if (!file) return
  process.env.PORTICO_CONFIG = file
  const { parse } = await import('yaml')
  let settings
  try {
    settings = parse(readFileSync(file, 'utf8'))?.settings ?? {}
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${error.message.split('\n')[0]}.`)
  }
  for (const name of startNames) {
    const value = settings[name.toLowerCase()]
    if (process.env[name] || !['string', 'number'].includes(typeof value)) continue
    process.env[name] = String(value)
    fromFile.set(name, file)
  }
}

/** Env files that Next reads by itself, here and in the build. */
const envFiles = ['', '.local', '.production', '.production.local', '.development', '.development.local']

/** An empty value for each variable these files set, so that Next does not read it. Empty means not set to us. */
export function withoutEnvFiles(root) {
  const files = envFiles.map((ending) => join(root, `.env${ending}`)).filter((file) => existsSync(file))
  const names = files.flatMap((file) => Object.keys(parseEnv(readFileSync(file, 'utf8'))))
  return Object.fromEntries(names.map((name) => [name, '']))
}

/** Ignores these files and portico.yaml, for us and for Next. */
export function ignoreEnvFiles(root) {
  for (const [name, none] of Object.entries(withoutEnvFiles(root))) process.env[name] ??= none
  process.env.PORTICO_CONFIG ??= 'none'
}

/** The server's environment: ours, with defaults resolved. */
export function serverEnvironment(
  source,
  { port, host, dataDir, databaseUrl, secret, development, cluster },
) {
  const env = {
    ...source,
    NODE_ENV: development ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    NEXTAUTH_SECRET: secret,
  }
  if (cluster) env.PORTICO_CLUSTER = cluster
  return env
}

/** A random secret, created once and kept in `file`, readable only by us. */
export function keptSecret(file) {
  if (existsSync(file)) {
    const kept = readFileSync(file, 'utf8').trim()
    if (kept) return kept
  }
  const made = randomBytes(32).toString('base64url')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${made}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file) // after a crash there is the whole secret or none
  return made
}
