// The few settings that starting needs; the server checks all of them (lib/platform/env.ts).
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Failure } from './failure.mjs'

function wholeNumber(source, name, fallback, min, max) {
  const value = source[name] || String(fallback)
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= min && number <= max) return number
  throw new Failure(`${name} must be a whole number from ${min} to ${max}, not "${value}".`)
}

function postgresAddress(value) {
  if (!value) return undefined
  if (/^postgres(ql)?:\/\/./.test(value) && URL.canParse(value)) return value
  throw new Failure('DATABASE_URL must be an address such as postgresql://user:password@host:5432/database.')
}

export function readSettings(source, root) {
  const port = wholeNumber(source, 'PORT', 3000, 0, 65_535)
  wholeNumber(source, 'WORKERS', 1, 1, 256)
  return {
    port,
    dataDir: resolve(root, source.DATA_DIR || '.data'),
    databaseUrl: postgresAddress(source.DATABASE_URL),
    publicUrl: source.PUBLIC_URL || undefined,
    secret: source.NEXTAUTH_SECRET || undefined,
  }
}

/** Settings may also stand in a file named .env; what the environment says comes first. */
export function loadEnvFile(root) {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** The files that Next reads by itself, here and in the build, for what the environment does not say. */
const envFiles = ['', '.local', '.production', '.production.local', '.development', '.development.local']

/** An empty variable for each that these files set: it is not read from there, and empty means none to us. */
export function withoutEnvFiles(root) {
  const files = envFiles.map((ending) => join(root, `.env${ending}`)).filter((file) => existsSync(file))
  const names = files.flatMap((file) => Object.keys(parseEnv(readFileSync(file, 'utf8'))))
  return Object.fromEntries(names.map((name) => [name, '']))
}

/** What they set is not read, by us or by Next. */
export function ignoreEnvFiles(root) {
  for (const [name, none] of Object.entries(withoutEnvFiles(root))) process.env[name] ??= none
}

/** The environment of the server: what we were given, with everything decided that may be left open. */
export function serverEnvironment(
  source,
  { port, dataDir, databaseUrl, publicUrl, secret, development, cluster },
) {
  const env = {
    ...source,
    NODE_ENV: development ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    NEXTAUTH_SECRET: secret,
    NEXTAUTH_URL: publicUrl ?? `http://localhost:${port}`,
  }
  if (cluster) env.PORTICO_CLUSTER = cluster
  return env
}
