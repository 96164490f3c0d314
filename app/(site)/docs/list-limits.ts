import type { DocsLimit } from '@/components/site/docs/request-sections'
import { type LimitGroup, perMinuteOf } from '@/lib/http/limits'

const told: readonly (Omit<DocsLimit, 'perMinute'> & { group: LimitGroup })[] = [
  { group: 'chat', name: 'Chat', text: 'Completions and embeddings.' },
  { group: 'image_create', name: 'Images', text: 'Tasks created: generations, edits, variations.' },
  { group: 'video_create', name: 'Videos', text: 'Tasks created.' },
  { group: 'task_read', name: 'Tasks', text: 'Reading, listing and cancelling.' },
  { group: 'presign', name: 'Uploads', text: 'Links asked for.' },
  { group: 'portrait', name: 'Portraits', text: 'Actions of every kind.' },
  { group: 'account', name: 'Account', text: 'Everything under /api-account/user, and the list of models.' },
  { group: 'catalog', name: 'Catalog', text: 'Providers and rankings, by address.' },
]

/** The limits of the guide, as this gateway is set. */
export function listLimits(): DocsLimit[] {
  return told.map(({ group, ...words }) => ({ ...words, perMinute: perMinuteOf(group) }))
}
