import type { VideoCapabilities } from '@/lib/catalog/schema'
import type { VideoRole } from '@/lib/upstream/contract/video-model'
import type { ContentItem } from '../content-schema'
import type { VideoInputType } from '../schema'
import { refuse } from './refuse'

export type SceneMedia = { type: 'image' | 'video' | 'audio'; role: VideoRole; url: string }

/** What a video is made from, once its content is put in order. */
export type VideoScene = {
  inputType: VideoInputType
  /** The prompt, with the content's words after it. */
  prompt: string
  media: SceneMedia[]
  draftTaskId: string | null
}

/** Checks the content as a whole against what the model takes. Throws a 400 that names `content`. */
export function readScene(
  prompt: string,
  content: readonly ContentItem[],
  able: VideoCapabilities,
): VideoScene {
  const texts = content.flatMap((item) =>
    item.type === 'text' && item.text.trim() !== '' ? [item.text] : [],
  )
  const drafts = content.flatMap((item) => (item.type === 'draft_task' ? [item.draft_task.id] : []))
  const media = withRoles(content)
  const inputType = inputTypeOf(media, drafts.length, able)
  if (inputType !== 'draft_task') for (const { role } of media) requireRole(role, able)
  requireCounts(media, able)
  return { inputType, prompt: [prompt, ...texts].join('\n'), media, draftTaskId: drafts[0] ?? null }
}

function withRoles(content: readonly ContentItem[]): SceneMedia[] {
  const images = content.filter((item) => item.type === 'image_url').length
  return content.flatMap((item): SceneMedia[] => {
    if (item.type === 'image_url') {
      if (!item.role && images > 1) throw refuse('content', 'content: each of several images needs a role.')
      return [{ type: 'image', role: item.role ?? 'first_frame', url: item.image_url.url }]
    }
    if (item.type === 'video_url')
      return [{ type: 'video', role: 'reference_video', url: item.video_url.url }]
    if (item.type === 'audio_url')
      return [{ type: 'audio', role: 'reference_audio', url: item.audio_url.url }]
    return []
  })
}

function inputTypeOf(media: readonly SceneMedia[], drafts: number, able: VideoCapabilities): VideoInputType {
  const count = (role: VideoRole) => media.filter((one) => one.role === role).length
  const [first, last] = [count('first_frame'), count('last_frame')]
  const references = media.length - first - last
  if (drafts > 1) throw refuse('content', 'content: there may be one draft_task.')
  if (drafts === 1) {
    if (media.length > 0) throw refuse('content', 'content: a draft_task brings its own pictures.')
    if (!able.draft) throw refuse('content', 'content: this model has no drafts.')
    return 'draft_task'
  }
  if (first > 1) throw refuse('content', 'content: there may be one first_frame.')
  if (last > 1) throw refuse('content', 'content: there may be one last_frame.')
  if (first + last > 0 && references > 0)
    throw refuse('content', 'content: frames and references exclude each other.')
  if (last === 1 && first === 0) throw refuse('content', 'content: a last_frame needs a first_frame.')
  if (references > 0) return 'reference'
  if (last === 1) return 'first_last_frame'
  return first === 1 ? 'first_frame' : 'text'
}

function requireRole(role: VideoRole, able: VideoCapabilities): void {
  if (!able.roles.includes(role)) throw refuse('content', `content: this model takes no ${role}.`)
}

function requireCounts(media: readonly SceneMedia[], able: VideoCapabilities): void {
  const count = (role: VideoRole) => media.filter((one) => one.role === role).length
  const limits: [VideoRole, number][] = [
    ['reference_image', able.max_reference_images],
    ['reference_video', able.max_reference_videos],
    ['reference_audio', able.max_reference_audios],
  ]
  for (const [role, most] of limits)
    if (count(role) > most)
      throw refuse('content', `content: this model takes at most ${most} ${role} items.`)
  const isAudioAlone = media.length > 0 && media.every(({ type }) => type === 'audio')
  if (isAudioAlone && !able.audio_alone)
    throw refuse('content', 'content: reference_audio needs a reference image or video beside it.')
}
