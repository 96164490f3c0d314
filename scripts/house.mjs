// `npm run house`: counts files and lines; part of `npm test`. It fails on a file over 350 lines and on a number above its ceiling.
// Raise a ceiling only for a new capability. `npm run house lib/media/images` lists that room's fragments: files of at most 60 lines
// with one importer in the same room. `npm run house -- --map` draws the districts in docs/build/map.md from the imports. `npm run house -- --walk`
// lists the files that a chat completion, an image and a video run through; app/(api)/walk.int.test.ts holds their numbers.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import declared from './boundaries/districts.json' with { type: 'json' }
import { drawMap, replaceDrawing } from './draw-map.mjs'
import { listFiles } from './steps/hash.mjs'

const { districts } = declared

const ceilings = {
  rooms: 38,
  production: 987,
  fragments: 21,
  platform: 63,
  http: 21,
  playground: 52,
  tracked: 2344,
  tools: 95,
  lines: 227_800,
  oversize: 0,
}

const titles = {
  rooms: 'rooms in lib',
  production: 'production files in lib and components',
  fragments: 'files of at most 60 lines with one importer, in the same room',
  platform: 'files in lib/platform',
  http: 'files in lib/http',
  playground: 'files in components/gateway/playground',
  tracked: 'tracked files without tools',
  tools: 'tracked files in tools',
  lines: 'lines of TypeScript and CSS',
  oversize: 'files over 350 lines',
}

const self = fileURLToPath(import.meta.url)
const largest = 350
const isCode = (file) => /\.(tsx?|mjs|cjs|css)$/.test(file)
const isTest = (file) => /\.test\.tsx?$|\/testing(\/|\.ts$)|^e2e\//.test(file)
const isTool = (file) => file.startsWith('tools/')
const isProduction = (file) => /^(lib|components)\/.*\.tsx?$/.test(file) && !isTest(file)
/** `lib/money/ledger`, `components/media/images`; outside of the districts `lib/http`, `components/ui`. */
const roomOf = (file) => {
  const [top, district, room] = file.split('/')
  return district in districts ? `${top}/${district}/${room}` : `${top}/${district}`
}
const countLines = (text) => text.split('\n').length - 1

/** The file of ours that `specifier` in `file` resolves to, if any. */
function resolveImport(files, file, specifier) {
  const path = specifier.startsWith('@/') ? specifier.slice(2) : posix.join(posix.dirname(file), specifier)
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => files.has(candidate))
}

/** Importers of each file, without tests. */
function findImporters(files) {
  const importers = new Map()
  for (const [file, text] of files) {
    if (!/\.tsx?$/.test(file) || isTest(file)) continue
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const imported = resolveImport(files, file, fileName)
      if (imported) importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  }
  return importers
}

/** A drawing of the districts, from the imports in `files` (path → text). */
export function mapOf(files) {
  const imports = [...findImporters(files)].flatMap(([to, importers]) =>
    [...importers].map((from) => [from, to]),
  )
  return drawMap(imports.filter((pair) => pair.every(isProduction)))
}

/** Counts `files` (path → text): lists of files, and a number of lines. */
export function countHouse(files) {
  const importers = findImporters(files)
  const production = [...files.keys()].filter(isProduction)
  const within = (folder) => production.filter((file) => file.startsWith(folder))
  const isFragment = (file) => {
    const [importer, ...others] = importers.get(file) ?? []
    return (
      importer && !others.length && roomOf(importer) === roomOf(file) && countLines(files.get(file)) <= 60
    )
  }
  const code = [...files].filter(([file]) => isCode(file))
  const lines = code.filter(([file]) => /\.(tsx?|css)$/.test(file)).map(([, text]) => countLines(text))
  return {
    rooms: [...new Set(within('lib/').map(roomOf))],
    production,
    fragments: production.filter(isFragment),
    platform: within('lib/platform/'),
    http: within('lib/http/'),
    playground: within('components/gateway/playground/'),
    tracked: [...files.keys()].filter((file) => !isTool(file)),
    tools: [...files.keys()].filter(isTool),
    lines: lines.reduce((sum, each) => sum + each, 0),
    oversize: code.filter(([, text]) => countLines(text) > largest).map(([file]) => file),
  }
}

/** Files git tracks or would add; without git, all that are not generated. */
function listTracked(root) {
  try {
    const parameters = ['ls-files', '-co', '--exclude-standard']
    const list = execFileSync('git', parameters, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return list.split('\n').filter((file) => file && existsSync(join(root, file)))
  } catch {
    const generated = new Set([
      'node_modules',
      'prisma/generated',
      'next-env.d.ts',
      '.next',
      '.api',
      '.runtime',
      '.cache',
      '.data',
    ])
    return listFiles(root, '', (path) => generated.has(path))
  }
}

export function readHouse(root) {
  const tracked = listTracked(root).filter((file) => !file.endsWith('package-lock.json'))
  return new Map(tracked.map((file) => [file, isCode(file) ? readFileSync(join(root, file), 'utf8') : '']))
}

function listWalks(root) {
  const parameters = ['run', '--project', 'integration', '--reporter=verbose', 'app/(api)/walk.int.test.ts']
  return spawnSync(join(root, 'node_modules', '.bin', 'vitest'), parameters, { cwd: root, stdio: 'inherit' })
}

/** Prints the numbers with their ceilings, and files over 350 lines. Returns whether all are within. */
function report(counts) {
  let isGood = true
  for (const [name, ceiling] of Object.entries(ceilings)) {
    const number = counts[name].length ?? counts[name]
    isGood &&= number <= ceiling
    const verdict = number <= ceiling ? `at most ${ceiling}` : `MORE THAN ${ceiling}`
    console.log(`${String(number).padStart(7)}  ${titles[name]} (${verdict})`)
  }
  for (const file of counts.oversize) console.log(`         ${file}`)
  return isGood
}

if (resolve(process.argv[1]) === self) {
  const root = dirname(dirname(self))
  const files = readHouse(root)
  const counts = countHouse(files)
  const folders = process.argv.slice(2)
  const map = join(root, 'docs/build/map.md')
  if (folders[0] === '--map') writeFileSync(map, replaceDrawing(readFileSync(map, 'utf8'), mapOf(files)))
  else if (folders[0] === '--walk') process.exitCode = listWalks(root).status ?? 1
  else if (folders.length === 0) process.exitCode = report(counts) ? 0 : 1
  else
    for (const file of counts.fragments)
      if (folders.some((folder) => file.startsWith(folder))) console.log(file)
}
