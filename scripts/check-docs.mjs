// `node scripts/check-docs.mjs`: part of `npm test`. Follows every link, file, script, variable, endpoint and page that README and the
// docs name, and fails on one that does not exist.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readExample } from './reference/settings-page.mjs'
import { listFiles } from './steps/hash.mjs'

/** Codes of upstreams, in run/upstream-oddities.md. */
const upstreamCodes = ['CONTEXT_LENGTH_EXCEEDED', 'MALFORMED_FUNCTION_CALL', 'MAX_TOKENS', 'STREAM_EXPLODED']

/** Variables of other programs, and those of ours that are no settings. */
const foreignVariables = new Set([
  'ACME_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_MODEL',
  'ANTHROPIC_SMALL_FAST_MODEL',
  'AZURE_AUTHORITY_HOST',
  'GOOGLE_GEMINI_BASE_URL',
  'ARK_CONTROL_BASE_URL',
  'CHROMIUM_PATH',
  'MINIO_API_CORS_ALLOW_ORIGIN',
  'MUTATE_WORKERS',
  'NODE_EXTRA_CA_CERTS',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_SERVICE_NAME',
  'PORTICO_API_KEY',
  'ROUTE_HANDLERS',
  'SO_REUSEPORT',
  'TEST_LOG_LEVEL',
  ...upstreamCodes,
])

/** Files of an installation or of another program. */
const foreignFiles = new Set([
  '.env',
  'config.toml',
  'demo.json',
  'model_prices_and_context_window.json',
  'opencode.json',
  'portico.yaml',
  'providers.json',
])

const extensions = /\.(md|tsx?|[cm]?js|json|ya?ml|css|sql|prisma|py|sh|toml|conf|webp|tsv|txt)$/

/** Anchors as GitHub makes them of headings. */
export function anchorsOf(text) {
  const seen = new Map()
  return new Set(
    withoutFences(text)
      .split('\n')
      .filter((line) => /^#{1,6} /.test(line))
      .map((line) => {
        const words = line.replace(/^#+ /, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        const slug = words
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-')
        const count = seen.get(slug) ?? 0
        seen.set(slug, count + 1)
        return count ? `${slug}-${count}` : slug
      }),
  )
}

const blank = (text) => text.replace(/[^\n]/g, ' ')
const fences = /^( *)```[^\n]*\n.*?^\1```$/gms
const withoutFences = (text) => text.replace(fences, blank)

/** `pattern` with placeholders (`<id>`, `{id}`, `…`, `*`) as an expression. */
function expressionOf(pattern, wildcard) {
  const parts = pattern.split(/<[^>]*>|\{[^}]*\}|\$\{?\w+\}?|…|\*+|\[[^\]]*\]/)
  return parts.map((part) => part.replace(/[.+?^$()|[\]\\]/g, '\\$&')).join(wildcard)
}

function fileFault(span, { files, folders, topLevel }) {
  const path = span.replace(/^\.\//, '').replace(/\/$/, '')
  if (/^[-.]/.test(path)) return // the end of a name, or a folder that git does not have
  const isInside = path.includes('/') && topLevel.has(path.split('/')[0])
  if (!/^[\w.()<>*…{}[\]-]+(\/[\w.()<>*…{}[\]-]+)*$/.test(path)) return
  if (!isInside && !(extensions.test(path) && !/^(DATA_DIR|~|\.data)\b/.test(path))) return
  if (foreignFiles.has(posix.basename(path))) return
  const expression = new RegExp(`(^|/)${expressionOf(path, '.+')}$`)
  if (!files.some((file) => expression.test(file)) && !folders.some((folder) => expression.test(folder)))
    return `there is no file or folder ${span}`
}

function variableFaults(text, { variables }) {
  return [...text.matchAll(/(?<![\w$/.-])(…_)?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(_…|_\*)?(?![\w-])/g)]
    .map(([name]) => name)
    .filter((name) => {
      const expression = new RegExp(`^${expressionOf(name, '.+')}$`)
      return !foreignVariables.has(name) && !variables.some((known) => expression.test(known))
    })
    .map((name) => `there is no setting ${name}`)
}

const scriptFaults = (text, { scripts }) =>
  [...text.matchAll(/\bnpm run ([\w:-]+)/g)]
    .filter(([, name]) => !scripts.has(name))
    .map(([, name]) => `there is no script ${name}`)

const apiPath =
  /(?<![\w.)}>…-])\/(?:v1|api-account|api|media|providers|rankings)(?!\w)(?:\/[\w.{}<>$…*[\]-]+)*/g
const pagePath = /(?<![\w.)}>…/-])\/(?:console|explore|docs|models|pricing|sign-in)(?!\w)(?:\/[\w{}<>-]+)*/g

const isPlaceholder = (segment) => /[<{$…*[]/.test(segment)

/** Whether both are the same address, placeholders apart. A branch is one under which there is `known`. */
function isSame(named, known, isBranch) {
  const segments = named.split('/')
  const others = known.split('/')
  const isRest = others.at(-1).startsWith('[...')
  if (segments.length !== others.length && !(isBranch && segments.length < others.length) && !isRest)
    return false
  return segments.every((segment, at) => {
    const other = others[at] ?? '[...'
    return segment === other || isPlaceholder(segment) || isPlaceholder(other)
  })
}

/** `methods`: those that stand before the path. */
function endpointFault(path, methods, { routes }) {
  const named = path.replace(/\/(\*\*?|…)$|\.$/g, '')
  const exact = routes.filter((route) => isSame(named, route.path, false))
  if (!exact.length && !routes.some((route) => isSame(named, route.path, true)))
    return `there is no endpoint ${path}`
  const missing = exact.length
    ? methods.filter((method) => !exact.some((route) => route.methods.has(method)))
    : []
  if (missing.length) return `${path} does not accept ${missing.join(', ')}`
}

function addressFaults(given, facts) {
  const text = given.replace(/http:\/\/localhost:3000|\{\{base_url\}\}/g, ' ')
  const endpoints = [...text.matchAll(apiPath)].flatMap(({ 0: path, index }) => {
    const before = /((?:(?:GET|POST|PUT|PATCH|DELETE|HEAD)[ ,]+)+)$/.exec(text.slice(0, index))?.[1] ?? ''
    return endpointFault(path, before.match(/[A-Z]+/g) ?? [], facts) ?? []
  })
  const pages = [...text.matchAll(pagePath)]
    .filter(([path]) => !facts.pages.some((page) => isSame(path, page, true)))
    .map(([path]) => `there is no page ${path}`)
  return [...endpoints, ...pages]
}

function linkFault(target, file, docs, { exists, pages }) {
  const [path, anchor] = target.split('#')
  if (/^[a-z]+:/.test(path)) return
  if (path.startsWith('/'))
    return pages.some((page) => page === path) ? undefined : `there is no page ${path}`
  const full = path ? posix.normalize(posix.join(posix.dirname(file), path)) : file
  if (!exists(full)) return `the link ${target} leads nowhere`
  if (anchor && docs.has(full) && !anchorsOf(docs.get(full)).has(anchor))
    return `${full} has no heading #${anchor}`
}

/**
 * What is wrong in `docs` (path → Markdown), as `path:line: fault`. `facts`: what there is: `exists(path)`, `files`, `folders`, `topLevel`,
 * `scripts`, `variables`, `routes` (`{ path, methods }`) and `pages`.
 */
export function checkDocs(docs, facts) {
  return [...docs].flatMap(([file, text]) => {
    const faults = []
    const report = (index, fault) => fault && faults.push([text.slice(0, index).split('\n').length, fault])
    const prose = withoutFences(text)
    const links = /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g
    for (const { 1: link, 2: source, index } of prose.matchAll(links))
      report(index, linkFault(link ?? source, file, docs, facts))
    for (const { 0: span, index } of prose.matchAll(/`[^`\n]+`/g)) {
      const code = span.slice(1, -1)
      report(index, fileFault(code, facts))
      for (const check of [variableFaults, scriptFaults, addressFaults])
        for (const fault of check(code, facts)) report(index, fault)
    }
    for (const { 0: fence, index } of text.matchAll(fences)) {
      const isShell = /^ *```(sh|bash)\n/.test(fence)
      const isCode = isShell || /^ *```(yaml|ts|py)/.test(fence)
      const checks = [scriptFaults, ...(isCode ? [addressFaults] : []), ...(isShell ? [variableFaults] : [])]
      for (const check of checks) for (const fault of check(fence, facts)) report(index, fault)
    }
    return faults.map(([line, fault]) => `${file}:${line}: ${fault}`)
  })
}

const withoutGroups = (path) => path.replace(/\/\([^)]*\)/g, '').replace(/\/[^/]*$/, '')

function readRoutes(root, files) {
  return files
    .filter((file) => /^app\/.*\/route\.ts$/.test(file))
    .map((file) => {
      const exported = readFileSync(join(root, file), 'utf8').matchAll(/^export (?:const|\{) ([A-Z]+) /gm)
      return {
        path: withoutGroups(file.slice(3)),
        methods: new Set([...exported].map(([, method]) => method)),
      }
    })
}

function readFacts(root) {
  const skipped = new Set([
    'node_modules',
    '.next',
    '.api',
    '.runtime',
    '.cache',
    '.data',
    '.git',
    'dist',
    'tools/node_modules',
  ])
  const files = listFiles(root, '', (path) => skipped.has(path)).map((path) => path.replaceAll('\\', '/'))
  const providers = globSync('prisma/seed/catalog/*.json', { cwd: root }).map((path) =>
    JSON.parse(readFileSync(join(root, path), 'utf8')),
  )
  const settings = readExample(readFileSync(join(root, '.env.example'), 'utf8')).flatMap(
    (one) => one.settings,
  )
  return {
    exists: (path) => existsSync(join(root, path)),
    files,
    folders: [...new Set(files.flatMap(foldersOf))],
    topLevel: new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0])),
    scripts: new Set(Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)),
    variables: [
      ...settings.map(({ name }) => name),
      ...providers.flatMap(({ base_url_env: name }) => name ?? []),
    ],
    routes: readRoutes(root, files),
    pages: files
      .filter((file) => /^app\/.*page\.tsx$/.test(file))
      .map((file) => withoutGroups(file.slice(3)) || '/'),
  }
}

function foldersOf(file) {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function readDocs(root) {
  const paths = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: root })]
  return new Map(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]))
}

const self = fileURLToPath(import.meta.url)
if (resolve(process.argv[1]) === self) {
  const root = dirname(dirname(self))
  const faults = checkDocs(readDocs(root), readFacts(root))
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length ? 1 : 0
}
