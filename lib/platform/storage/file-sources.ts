import type { Env } from '../env'

export type FileSources = {
  /** The origin of the links to our own files: another than the page's, where that is not opened at PUBLIC_URL. */
  shown: string
  /** What signed links for uploads begin with, as sources of a Content-Security-Policy. */
  uploads: string[]
}

/** Where our pages get files from and send them to, besides their own origin. */
export function fileSources(settings: Env): FileSources {
  const { publicUrl, S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_BUCKET, S3_ADDRESSING } = settings
  const shown = new URL(publicUrl).origin
  const endpoint = S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT
  if (endpoint === undefined || S3_BUCKET === undefined) return { shown, uploads: [] }
  const { protocol, host, pathname } = new URL(endpoint)
  const folder = pathname.replace(/\/*$/, '/')
  const byPath = `${protocol}//${host}${folder}${S3_BUCKET}/`
  // A bucket whose name no host can have is named by the path all the same.
  const uploads = S3_ADDRESSING === 'path' ? [byPath] : [`${protocol}//${S3_BUCKET}.${host}${folder}`, byPath]
  return { shown, uploads }
}
