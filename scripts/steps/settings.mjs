// The few settings that starting needs; the server checks all of them (lib/platform/env.ts).
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
  throw new Failure(`${name} must be an address such as postgresql://user:password@host:5432/database.`)
}

/** This machine alone, unless people were given an address; `::` is every address, IPv4 included. */
export function listenHost(source) {
  const host = source.HOST || (source.PUBLIC_URL ? '::' : '127.0.0.1')
  if (host === 'localhost' || isIP(host) > 0) return host
  throw new Failure(`HOST must be an address to listen at, such as 127.0.0.1, 0.0.0.0 or ::, not "${host}".`)
}

/** For Node: without an address it listens at every one, also where the machine has no IPv6. */
export const listenAddress = (host, port) => (host === '::' ? { port } : { host, port })

const isAnywhere = (host) => /^[0.:]+$/.test(host)
const isLoopback = (host) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)

/** Where this machine finds what listens at `host`. */
export function localUrl(host, port, name = '127.0.0.1') {
  if (isAnywhere(host)) return `http://${name}:${port}`
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

/** Where people find it. */
export const addressOf = ({ publicUrl, host, port }) =>
  publicUrl ?? localUrl(isLoopback(host) ? '::' : host, port, 'localhost')

/** A warning for the operator who starts it, before strangers find out; undefined: none. */
export function exposureWarning({ host, publicUrl, isDemoOn }) {
  if (publicUrl || isLoopback(host)) return undefined
  const demo = isDemoOn ? 'The demo account is on: DEMO=on.' : 'The demo account is off.'
  return `HOST is ${host} without PUBLIC_URL: everyone who reaches this machine can sign up, in plain text. ${demo}`
}

/** Of these variables portico.yaml was read: where. */
const fromFile = new Map()

/** Throws a Failure that names the variable, or the path in portico.yaml. */
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
    directUrl: postgresAddress(source.DATABASE_DIRECT_URL, 'DATABASE_DIRECT_URL'),
    publicUrl: source.PUBLIC_URL || undefined,
    secret: source.NEXTAUTH_SECRET || undefined,
    startSeconds: wholeNumber(source, 'START_TIMEOUT_SECONDS', 120, 1, 86_400),
  }
}

/** Settings may also stand in a file named .env; the environment takes precedence. */
export function loadEnvFile(root) {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** What is decided before the server reads the file itself. */
const startNames = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'ROLE',
  'WORKERS',
  'START_TIMEOUT_SECONDS',
  'PUBLIC_URL',
  'NEXTAUTH_SECRET',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'DEMO',
]

/** Where portico.yaml is; undefined: there is none. What is named is read, whether or not it is there. */
export function configFile(source, root) {
  if (source.PORTICO_CONFIG === 'none') return undefined
  if (source.PORTICO_CONFIG) return resolve(root, source.PORTICO_CONFIG)
  const file = join(root, 'portico.yaml')
  return existsSync(file) ? file : undefined
}

/**
 * Of portico.yaml only what starting needs, for what the environment does not say: the server checks and reads all of it
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

/** The files that Next reads by itself, here and in the build, for what the environment does not say. */
const envFiles = ['', '.local', '.production', '.production.local', '.development', '.development.local']

/** An empty variable for each that these files set: it is not read from there, and empty means none to us. */
export function withoutEnvFiles(root) {
  const files = envFiles.map((ending) => join(root, `.env${ending}`)).filter((file) => existsSync(file))
  const names = files.flatMap((file) => Object.keys(parseEnv(readFileSync(file, 'utf8'))))
  return Object.fromEntries(names.map((name) => [name, '']))
}

/** What they and portico.yaml set is not read, by us or by Next. */
export function ignoreEnvFiles(root) {
  for (const [name, none] of Object.entries(withoutEnvFiles(root))) process.env[name] ??= none
  process.env.PORTICO_CONFIG ??= 'none'
}

/** The environment of the server: what we were given, with everything decided that may be left open. */
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

/** A random secret that is made once and kept in `file`, readable by us alone. */
export function keptSecret(file) {
  if (existsSync(file)) {
    const kept = readFileSync(file, 'utf8').trim()
    if (kept) return kept
  }
  const made = randomBytes(32).toString('base64url')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${made}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file) // a crash leaves the whole secret or none
  return made
}
