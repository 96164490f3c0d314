// The release before this commit, from git, installed and built under .cache/upgrade: once for each commit. For `npm run test:upgrade`
// and `npm run bench -- --guard`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../scripts/steps/output.mjs'
import { run } from '../../scripts/steps/run.mjs'

const mostBytes = 512 * 1024 * 1024

function git(root, parameters) {
  const { status, stdout } = spawnSync('git', parameters, { cwd: root, maxBuffer: mostBytes })
  return status === 0 ? stdout : undefined
}

const line = (bytes) => bytes?.toString().trim()

const missing =
  'There is no release before this commit: no tag v0.1.0 or later is here. Run `git fetch --tags`, or name a commit.'

/** The tag of the last release before HEAD, such as `v0.1.0`; undefined in a clone without tags. */
export const findPreviousRelease = (root) =>
  line(git(root, ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD~'])) || undefined

export function requirePreviousRelease(root) {
  const tag = findPreviousRelease(root)
  if (!tag) throw new Failure(missing)
  return tag
}

/** `ref` by its tag, or by a short hash. */
export const nameOf = (root, ref) => line(git(root, ['describe', '--tags', '--always', ref]))

/** Returns `{ root, name }`, ready to start. */
export async function preparePrevious(root, ref) {
  const commit = line(git(root, ['rev-parse', '--verify', `${ref}^{commit}`]))
  if (!commit) throw new Failure(`There is no commit ${ref} here.`)
  const folder = join(root, '.cache', 'upgrade', commit.slice(0, 12))
  const built = join(folder, '.cache', 'built')
  if (!existsSync(built)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: git(root, ['archive', commit]) })
    if (unpacked.status !== 0) throw new Failure(`${ref} cannot be unpacked: ${unpacked.stderr}`)
    const build = [process.execPath, join(folder, 'scripts', 'test.mjs'), '--only', 'build']
    await run(`Building ${ref}`, build, { cwd: folder })
    writeFileSync(built, '')
  }
  return { root: folder, name: nameOf(root, commit) }
}
