import { headers } from 'next/headers'
import { pageApi } from '@/lib/client/page-api'

/** The address at which the visitor reaches us, for samples that work as pasted. Shown only to that visitor. */
export async function readOrigin(): Promise<string> {
  const host = (await headers()).get('host') ?? ''
  const { isPublicUrlSet, publicUrl } = pageApi().readSettings()
  // A host with a quote in it would break out of the quotes of a sample.
  return !isPublicUrlSet && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : publicUrl
}
