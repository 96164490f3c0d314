import { secretDigest } from './secret-digest'

const lastOf = new WeakMap<object, { secret: string; digest: string }>()

/** The digest of a secret. What comes by one connection mostly bears one secret, and that is digested once. */
export function digestOnConnection(connection: object, secret: string): string {
  const last = lastOf.get(connection)
  if (last?.secret === secret) return last.digest
  const digest = secretDigest(secret)
  lastOf.set(connection, { secret, digest })
  return digest
}
