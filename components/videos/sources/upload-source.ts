import { uploadMedia } from '@/lib/client/api-client'
import { KeptMedia, MAX_MEDIA_BYTES, MediaMimeType } from '@/lib/objects/schema'
import type { SourceMedia } from '../draft'

export type SourceType = SourceMedia['type']

const words = { image: 'picture', video: 'video', audio: 'sound' }

/** The kinds of files that there are for some types of media, as an input's `accept`. */
export function acceptedTypes(types: readonly SourceType[]): string {
  return MediaMimeType.options.filter((mime) => types.some((type) => mime.startsWith(`${type}/`))).join(',')
}

/** Sends a file to be kept for a day. Throws a sentence. */
export async function uploadSource(
  file: File,
  types: readonly SourceType[],
  onProgress: (part: number) => void,
): Promise<SourceMedia> {
  const type = types.find((one) => file.type.startsWith(`${one}/`))
  if (type === undefined || !MediaMimeType.safeParse(file.type).success)
    throw new Error(`“${file.name}” is no ${types.map((one) => words[one]).join(', ')} that can be used.`)
  if (file.size > MAX_MEDIA_BYTES) throw new Error('A file may have at most 200 MB.')
  const { url } = await uploadMedia(file, { reply: KeptMedia, onProgress })
  return { type, url, preview: type === 'image' ? url : null, name: file.name }
}
