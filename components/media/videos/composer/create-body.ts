import type { VideoCapabilities } from '@/lib/catalog/models/schema'
import type { CreateVideoBody, VideoRecord } from '@/lib/media/videos/schema'
import { type SourceMedia, settleDraft, type VideoDraft } from '../draft'

type Content = NonNullable<CreateVideoBody['content']>
type Role = VideoRecord['inputs'][number]['role']

/** The request of a draft: nothing that the model cannot do is requested. */
export function createBody(draft: VideoDraft, model: string, able: VideoCapabilities): CreateVideoBody {
  const { ratio, resolution, duration } = settleDraft(draft, able)
  const isDraft = able.draft && draft.isDraft && draft.finishes === null
  const shared = {
    model,
    prompt: draft.prompt,
    resolution,
    ...(able.watermark && { watermark: draft.hasWatermark }),
    ...(able.return_last_frame && !isDraft && { return_last_frame: draft.returnsLastFrame }),
    ...(able.flex && !isDraft && draft.isFlex && { service_tier: 'flex' as const }),
  }
  if (draft.finishes !== null)
    return { ...shared, content: [{ type: 'draft_task', draft_task: { id: draft.finishes } }] }
  return {
    ...shared,
    content: contentOf(draft),
    ratio,
    duration,
    ...(able.generate_audio && !able.always_audio && { generate_audio: draft.hasAudio }),
    ...(able.seed && draft.seed !== '' && { seed: Number(draft.seed) }),
    ...(able.camera_fixed && { camera_fixed: draft.isCameraFixed }),
    ...(isDraft && { draft: true }),
  }
}

/** The request of an earlier task, once more. */
export function repeatBody({
  model,
  prompt,
  settings,
  inputs,
}: Pick<VideoRecord, 'model' | 'prompt' | 'settings' | 'inputs'>): CreateVideoBody {
  const { web_search, seed, frames, duration, ...kept } = settings
  return {
    ...kept,
    model,
    prompt,
    content: inputs.map(({ role, ...media }) => itemOf(media, role)),
    ...(seed !== null && { seed }),
    ...(frames === null ? { duration } : { frames }),
    ...(web_search && { tools: [{ type: 'web_search' }] }),
  }
}

function contentOf({ mode, first, last, references }: VideoDraft): Content {
  if (mode === 'text') return []
  if (mode === 'references') return references.map((media) => itemOf(media, referenceRoles[media.type]))
  return [
    ...(first ? [itemOf(first, 'first_frame')] : []),
    ...(mode === 'ends' && last ? [itemOf(last, 'last_frame')] : []),
  ]
}

const referenceRoles = {
  image: 'reference_image',
  video: 'reference_video',
  audio: 'reference_audio',
} as const

function itemOf({ type, url }: Pick<SourceMedia, 'type' | 'url'>, role: Role): Content[number] {
  if (type === 'video') return { type: 'video_url', video_url: { url }, role: 'reference_video' }
  if (type === 'audio') return { type: 'audio_url', audio_url: { url }, role: 'reference_audio' }
  const imageRole = role === 'first_frame' || role === 'last_frame' ? role : 'reference_image'
  return { type: 'image_url', image_url: { url }, role: imageRole }
}
