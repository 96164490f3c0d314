import { signForCustomer } from '@/lib/callbacks/signing-secrets'
import { clock } from '@/lib/platform/clock'

/** Volcengine's own code for a passed check; ours for one that was not. */
export const PASSED = '10000'
export const FAILED = '10001'

/** Where the phone's browser goes: the caller's URL with a signed hint in its query. The result call is the authority. */
export async function returnUrl(
  row: { customerId: string; callbackUrl: string },
  token: string,
  resultCode: string,
): Promise<string> {
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  const url = new URL(row.callbackUrl)
  url.searchParams.set('validateToken', token)
  url.searchParams.set('resultCode', resultCode)
  url.searchParams.set('timestamp', timestamp)
  const signature = await signForCustomer(row.customerId, `${token}.${resultCode}.${timestamp}`)
  url.searchParams.set('signature', signature)
  return url.href
}
