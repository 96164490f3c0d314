// What is done once per checkout, for all instances that run from it: packages of package-lock.json, the database client from
// prisma/schema, the table of API routes, the build.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildApi, buildPages, isBundle, needsApi, needsPages } from './build.mjs'
import { hashFiles, listFiles, readStamp, writeStamp } from './hash.mjs'
import { note, step } from './output.mjs'
import { takeLock } from './processes.mjs'
import { npmCommand, run } from './run.mjs'
import { isStopping } from './stop.mjs'

/** Does `work` unless `isDone()`; only one start of this checkout at a time. */
async function once(root, isDone, work) {
  if (isDone()) return
  let isNoted = false
  const lock = await takeLock(join(root, '.cache', 'checkout.lock'), {
    onHeld(holder) {
      if (!isNoted) note(`Waiting for another start from this folder (process ${holder.pid})`)
      isNoted = true
    },
  })
  try {
    if (!isDone()) await work()
  } finally {
    lock.release()
  }
}

/** Packages, route table and database client. Serving needs no development packages; tests and tools do. */
export async function prepareCheckout(root, { isForDevelopment = false } = {}) {
  if (isBundle(root)) return
  generateRoutes(root)
  await once(
    root,
    () => !needsInstall(root, isForDevelopment) && !needsGenerate(root),
    async () => {
      if (needsInstall(root, isForDevelopment)) await install(root, isForDevelopment)
      if (needsGenerate(root)) await generate(root)
    },
  )
}

export async function prepareApi(root) {
  if (isBundle(root)) return
  await once(
    root,
    () => !needsApi(root),
    () => buildApi(root),
  )
}

/** Whether the pages are built. */
export const hasPages = (root) => isBundle(root) || !needsPages(root)

/** The API and the pages. */
export async function prepareBuild(root) {
  await prepareApi(root)
  await once(
    root,
    () => hasPages(root),
    () => buildPages(root),
  )
}

const installStamp = (root) => join(root, 'node_modules', '.portico-install')
const serving = ' without development'
/** The stamp of the current `package-lock.json` with all packages. */
const wholeOf = (root) => hashFiles(root, ['package-lock.json'])

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** Compares two of npm's package lists. Packages for other platforms may be absent. */
export function isInstalled(locked, installed, isForDevelopment) {
  return Object.entries(locked).every(([path, { version, optional, link, dev }]) => {
    if (path === '' || link || (dev && !isForDevelopment)) return true
    const found = installed[path]
    return found ? found.version === version : optional === true
  })
}

/** An `npm install` by hand is as good as ours. */
function isInstalledByHand(root, isForDevelopment) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  return isInstalled(packagesIn(join(root, 'package-lock.json')), packagesIn(record), isForDevelopment)
}

function needsInstall(root, isForDevelopment) {
  const whole = wholeOf(root)
  const stamp = readStamp(installStamp(root))
  if (stamp === whole || (stamp === whole + serving && !isForDevelopment)) return false
  if (!isInstalledByHand(root, isForDevelopment)) return true
  writeStamp(installStamp(root), isInstalledByHand(root, true) ? whole : whole + serving)
  return false
}

async function install(root, isForDevelopment) {
  // npm would remove development packages that are there.
  const hadAll = readStamp(installStamp(root))?.endsWith(serving) === false
  const isWhole = isForDevelopment || hadAll
  // Not `npm ci`, which would delete node_modules under a running instance. `--no-save` follows the lockfile without changing it,
  // whatever NODE_ENV is.
  const development = isWhole ? '--include=dev' : '--omit=dev'
  const flags = ['--no-save', development, '--include=optional', '--no-audit', '--no-fund']
  const npmInstall = (...more) =>
    run('Installing the packages', npmCommand('install', ...flags, ...more), { cwd: root })
  await step('Installing packages', async () => {
    try {
      await npmInstall('--prefer-offline')
    } catch (error) {
      // npm's cached list of versions may be older than the wanted one.
      if (isStopping()) throw error
      await npmInstall()
    }
  })
  writeStamp(installStamp(root), isWhole ? wholeOf(root) : wholeOf(root) + serving)
}

const clientStamp = (root) => join(root, 'prisma', 'generated', '.stamp')

function schemaFingerprint(root) {
  const generator = join('node_modules', 'prisma', 'package.json')
  return hashFiles(root, [...listFiles(root, 'prisma/schema'), 'prisma.config.ts', generator])
}

const needsGenerate = (root) => readStamp(clientStamp(root)) !== schemaFingerprint(root)

async function generate(root) {
  const cli = join(root, 'node_modules', 'prisma', 'build', 'index.js')
  // Generating needs no engine, but Prisma downloads one unless a path is configured. It never runs this file.
  const env = {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  }
  await step('Generating the database client', () =>
    run('prisma generate', [process.execPath, cli, 'generate'], { cwd: root, env }),
  )
  writeStamp(clientStamp(root), schemaFingerprint(root))
}

/** Not in the table of the API: its description, and the console's own streams. server/api.ts adds them. */
const isApart = (path) => path === '/openapi.json' || path.startsWith('/api/live/')

/** The table as TypeScript. The first matching path wins, so names come before parameters. */
export function writeRouteTable(files) {
  const paths = files
    .map((file) => `/${dirname(file).replaceAll('\\', '/')}`)
    .filter((path) => !isApart(path))
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  const imports = paths.map((path, index) => `import * as route${index} from '.${path}/route'`)
  const entries = paths.map((path, index) => `  '${path}': route${index},`)
  return [
    '// Made by scripts/steps/checkout.mjs from the folders beside it.',
    "import type { RouteModule } from '@/lib/http/contract'",
    ...imports,
    '',
    'export const apiRoutes: Readonly<Record<string, RouteModule>> = {',
    ...entries,
    '}',
    '',
  ].join('\n')
}

const rank = (path) => path.replaceAll('[...', '~~').replaceAll('[', '~')

/** Writes app/(api)/routes.ts (every API path with its module) if the folders have changed. */
function generateRoutes(root) {
  const folder = join(root, 'app', '(api)')
  const table = join(folder, 'routes.ts')
  const files = readdirSync(folder, { recursive: true }).filter((file) => /(^|[\\/])route\.ts$/.test(file))
  const text = writeRouteTable(files)
  if (!existsSync(table) || readFileSync(table, 'utf8') !== text) writeFileSync(table, text)
}
