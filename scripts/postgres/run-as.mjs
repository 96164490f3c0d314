// Postgres refuses to run as root. Who runs it then, and how that user gets at files under folders it may not enter.
import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failure } from '../steps/failure.mjs'

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

/** Whether `user` may walk through `folder`, by its permission bits alone. */
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

/** A clone under /root: the user gets one right, to walk through folders and read, instead of a change to /root's mode. */
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
 * How to run the programs at `binaries` on `dataDir`: `wrap(command, parameters)` gives what to spawn, `options` what to
 * spawn it with, `uid` and `gid` whom the files must belong to (absent: whoever we are).
 */
export function runAs({ dataDir, binaries, owner }) {
  if (process.getuid?.() !== 0) return { wrap: plainly, options: {} }
  const user = owner ?? findUser('postgres') ?? findUser(ownUser) ?? createUser() ?? findUser('nobody')
  if (!user)
    throw new Failure('Postgres cannot run as root, and no other user could be made. Set DATABASE_URL.')
  if (!mayEnter(dataDir, user)) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
  if (mayReach(dataDir, user) && mayReach(dirname(binaries.postgres), user)) {
    return { ...user, wrap: plainly, options: { uid: user.uid, gid: user.gid } }
  }
  const through = throughClosedFolders(user)
  const [command, parameters] = through.wrap(binaries.postgres, ['--version'])
  if (spawnSync(command, parameters, { stdio: 'ignore' }).status === 0) return through
  throw new Failure(
    `Postgres cannot run as root, and another user cannot get at ${dataDir}. Run Portico as an ordinary user, or move ` +
      'it and DATA_DIR out of /root, or set DATABASE_URL.',
  )
}
