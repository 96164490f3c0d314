import { headers } from 'next/headers'

/** Where the visitor reaches us, for samples that can be pasted as they are. It is shown to that visitor alone. */
export async function readOrigin(): Promise<string> {
  const given = await headers()
  const host = given.get('x-forwarded-host') ?? given.get('host') ?? 'localhost:3000'
  const isLocal = /^(localhost|127\.|\[::1\])/.test(host)
  const scheme = given.get('x-forwarded-proto') ?? (isLocal ? 'http' : 'https')
  // A host with a quote in it would break out of the sample's own quotes.
  return /^[\w.:[\]-]+$/.test(host) && /^https?$/.test(scheme)
    ? `${scheme}://${host}`
    : 'http://localhost:3000'
}
