import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A random secret that is made once and kept in `file`, readable by us alone. */
export function keptSecret(file) {
  if (existsSync(file)) {
    const kept = readFileSync(file, 'utf8').trim()
    if (kept) return kept
  }
  const made = randomBytes(32).toString('base64url')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${made}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file) // a crash leaves the whole secret or none
  return made
}
