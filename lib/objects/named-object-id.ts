import { signLink } from '@/lib/platform/secrets'

/**
 * The id of an object that is known by a name of ours before it is stored: what a crash left without a record elsewhere
 * can be found again by the same name, and still be guessed by nobody.
 */
export function namedObjectId(name: readonly (string | number)[]): string {
  const digest = Buffer.from(signLink(['object', ...name]), 'base64url')
  return `obj_${digest.toString('hex', 0, 20)}`
}
