import type { VideoCapabilities } from '@/lib/catalog/schema'
import type { VideoDraft, VideoMode } from '../draft'

export const videoModes: readonly { value: VideoMode; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'first', label: 'First frame' },
  { value: 'ends', label: 'First + last' },
  { value: 'references', label: 'References' },
]

export function canFilm({ roles }: Pick<VideoCapabilities, 'roles'>, mode: VideoMode): boolean {
  if (mode === 'text') return true
  if (mode === 'first') return roles.includes('first_frame')
  if (mode === 'ends') return roles.includes('first_frame') && roles.includes('last_frame')
  return roles.some((role) => role.startsWith('reference_'))
}

/** Whether all that the mode needs is there. */
export function hasSources(draft: VideoDraft): boolean {
  if (draft.finishes !== null || draft.mode === 'text') return true
  if (draft.mode === 'first') return draft.first !== null
  if (draft.mode === 'ends') return draft.first !== null && draft.last !== null
  return draft.references.length > 0
}
