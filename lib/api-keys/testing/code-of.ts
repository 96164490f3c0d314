import { verifyKey } from '../verify-key'

/** `ok`, or the code that a secret is refused with. */
export async function codeOf(secret: string): Promise<string> {
  try {
    await verifyKey(secret)
    return 'ok'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unexpected'
  }
}
