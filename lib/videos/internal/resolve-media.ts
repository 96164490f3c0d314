import { isObjectUrl, readOwnObject } from '@/lib/objects/read-object'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/outbound-url'
import { findActiveAsset } from '@/lib/portraits/assets'
import type { SceneMedia } from './read-scene'
import { refuse } from './refuse'
import type { Media } from './task-record'

/**
 * Where each picture, video and sound really is: an object of the caller's own, or a public https link. Throws a 400 that
 * names `content` for everything else; another customer's objects and assets answer as if they were not there.
 */
export function resolveMedia(customerId: string, media: readonly SceneMedia[]): Promise<Media[]> {
  return Promise.all(media.map(async (one) => ({ ...one, source: await sourceOf(customerId, one) })))
}

async function sourceOf(customerId: string, { type, url }: SceneMedia): Promise<Media['source']> {
  if (url.startsWith(ASSET_SCHEME)) {
    const asset = await findActiveAsset(customerId, url.slice(ASSET_SCHEME.length))
    if (asset === null) throw refuse('content', `content: there is no active asset ${quoted(url)}.`)
    if (asset.type !== type) throw refuse('content', `content: ${quoted(url)} is of the type ${asset.type}.`)
    const { objectKey, mimeType, vaultId } = asset
    return { objectKey, mimeType, vaultId }
  }
  if (isObjectUrl(url)) {
    const object = await readOwnObject(customerId, url)
    if (object === null) throw refuse('content', `content: there is nothing at ${quoted(url)}.`)
    return { objectKey: object.storageKey, mimeType: object.mimeType }
  }
  const fault = await checkOutboundUrl(url)
  if (fault !== undefined) throw refuse('content', `content: ${quoted(url)}: ${fault}`)
  return { link: url }
}

const ASSET_SCHEME = 'asset://'
const LONGEST_QUOTE = 200

function quoted(url: string): string {
  return JSON.stringify(url.length > LONGEST_QUOTE ? `${url.slice(0, LONGEST_QUOTE)}…` : url)
}
