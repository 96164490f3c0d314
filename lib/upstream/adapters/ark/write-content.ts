import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoMediaAccess } from '@/lib/upstream/contract/video-media-access'
import type { VideoCall, VideoMedia } from '@/lib/upstream/contract/video-model'
import { neutraliseFlags } from './neutralise-flags'

/** The longest that a presigned link may live. A task may wait for three days. */
const LINK_TTL_SECONDS = 7 * 24 * 3600
const MIB = 1024 * 1024
const maxBytesOf = { image: 30 * MIB, audio: 15 * MIB } as const

/** Ark's `content`: the words, then the media in their order. A draft stands for all that it was made of. */
export async function writeContent(call: VideoCall, access: VideoMediaAccess): Promise<object[]> {
  if (call.draftOf !== null) return [{ type: 'draft_task', draft_task: { id: call.draftOf } }]
  const items: object[] = []
  const text = neutraliseFlags(call.prompt)
  if (text.trim() !== '') items.push({ type: 'text', text })
  for (const media of call.media) items.push(await writeItem(media, access, call.signal))
  return items
}

async function writeItem(media: VideoMedia, access: VideoMediaAccess, signal: AbortSignal): Promise<object> {
  const link = { url: await linkOf(media, access, signal) }
  switch (media.type) {
    case 'image':
      return { type: 'image_url', image_url: link, role: media.role }
    case 'video':
      return { type: 'video_url', video_url: link, role: media.role }
    case 'audio':
      return { type: 'audio_url', audio_url: link, role: media.role }
  }
}

/** Our own objects go as links where the world can read our store; else pictures and sound travel inside the request. */
async function linkOf(
  { type, source }: VideoMedia,
  access: VideoMediaAccess,
  signal: AbortSignal,
): Promise<string> {
  if ('link' in source) return source.link
  const link = await access.link(source.objectKey, LINK_TTL_SECONDS)
  if (link !== null) return link
  if (type === 'video')
    throw new UpstreamError('rejected', {
      code: 'input_download_failed',
      param: 'content',
      message: 'A video of this service can be used only where its storage is reachable from the internet.',
    })
  const bytes = await access.read(source, { maxBytes: maxBytesOf[type], signal })
  return `data:${source.mimeType};base64,${bytes.toString('base64')}`
}
