// app/(api)/routes.ts: every API path and the module that serves it, for the node door; made of the folders beside it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** next-auth's handler speaks to Next alone; so do the API's description and the answer for unknown paths. */
const servedByNext = (path) =>
  path.startsWith('/api/auth/') || path === '/openapi.json' || path.includes('[...unknown]')

/** The table as TypeScript; where two paths fit, the one that stands first is taken: names before parameters. */
export function writeRouteTable(files) {
  const paths = files
    .map((file) => `/${dirname(file).replaceAll('\\', '/')}`)
    .filter((path) => !servedByNext(path))
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  const imports = paths.map((path, index) => `import * as route${index} from '.${path}/route'`)
  const entries = paths.map((path, index) => `  '${path}': route${index},`)
  return [
    '// Made by scripts/steps/routes.mjs from the folders beside it.',
    "import type { RouteModule } from '@/lib/http/route-table'",
    ...imports,
    '',
    'export const apiRoutes: Readonly<Record<string, RouteModule>> = {',
    ...entries,
    '}',
    '',
  ].join('\n')
}

const rank = (path) => path.replaceAll('[...', '~~').replaceAll('[', '~')

/** Writes the table when the folders have changed. */
export function generateRoutes(root) {
  const folder = join(root, 'app', '(api)')
  const table = join(folder, 'routes.ts')
  const files = readdirSync(folder, { recursive: true }).filter((file) => /(^|[\\/])route\.ts$/.test(file))
  const text = writeRouteTable(files)
  if (!existsSync(table) || readFileSync(table, 'utf8') !== text) writeFileSync(table, text)
}
