import { headers } from 'next/headers'
import { pageApi } from '@/lib/client/page-api'

/** Where the visitor reaches us, for samples that can be pasted as they are. It is shown to that visitor alone. */
export async function readOrigin(): Promise<string> {
  const host = (await headers()).get('host') ?? ''
  const { isPublicUrlSet, publicUrl } = pageApi().readSettings()
  // A host with a quote in it would break out of the sample's own quotes.
  return !isPublicUrlSet && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : publicUrl
}
