import { hash, verify } from '@node-rs/argon2'
import { remember } from '@/lib/platform/remember'

/** argon2id with the library's defaults: 19 MiB, two passes, one lane (OWASP's recommendation). */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** Takes as long for an account that does not exist (null) as for one that does. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash()), password)
  return matches && passwordHash !== null
}

function nobodysHash(): Promise<string> {
  return remember('nobodys-password', () => hash('the password of nobody at all'))
}
