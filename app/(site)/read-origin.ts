import { headers } from 'next/headers'
import { env } from '@/lib/platform/env'

/** Where the visitor reaches us, for samples that can be pasted as they are. It is shown to that visitor alone. */
export async function readOrigin(): Promise<string> {
  const host = (await headers()).get('host') ?? ''
  const { PUBLIC_URL, publicUrl } = env()
  // A host with a quote in it would break out of the sample's own quotes.
  return PUBLIC_URL === undefined && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : publicUrl
}
