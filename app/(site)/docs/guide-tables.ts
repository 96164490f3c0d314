import type { DocsError, DocsFailure, DocsLimit } from '@/components/site/docs/request-sections'
import { type LimitGroup, perMinuteOf } from '@/lib/http/contract'
import { describeFailure, type ErrorCode, errorTable, failureCodes } from '@/lib/platform/errors'

/** Codes that callers of the public API meet; those of pages, links and portraits are described elsewhere. */
const publicCodes: readonly ErrorCode[] = [
  'invalid_parameter',
  'missing_parameter',
  'invalid_json',
  'invalid_cursor',
  'content_policy_violation',
  'context_length_exceeded',
  'upload_expired',
  'upload_purpose_mismatch',
  'upload_checksum_mismatch',
  'upload_content_mismatch',
  'invalid_api_key',
  'insufficient_quota',
  'key_limit_exceeded',
  'insufficient_scope',
  'model_not_allowed',
  'provider_key_refused',
  'account_suspended',
  'not_found',
  'model_not_found',
  'task_not_found',
  'upload_not_found',
  'task_not_cancellable',
  'task_not_finished',
  'task_cancelled',
  'file_in_use',
  'idempotency_key_conflict',
  'result_claim_in_progress',
  'upload_already_used',
  'document_not_ready',
  'image_already_retrieved',
  'image_expired',
  'payload_too_large',
  'unsupported_media_type',
  'legacy_multipart_removed',
  'request_timeout',
  'rate_limit_exceeded',
  'too_many_bytes',
  'internal_error',
  'upstream_error',
  'upstream_unavailable',
  'storage_unavailable',
  'service_unavailable',
  'overloaded',
  'upstream_timeout',
  'task_still_running',
]

/** The errors of the guide, from the very table that answers are made of. */
export function listErrors(): DocsError[] {
  return publicCodes.map((code) => ({ code, ...errorTable[code] }))
}

/** What the `error` of a failed image or video task may say. */
export function listFailures(): DocsFailure[] {
  return failureCodes.map((code) => ({ code, ...describeFailure(code) }))
}

const publicLimits: readonly (Omit<DocsLimit, 'perMinute'> & { group: LimitGroup })[] = [
  {
    group: 'chat',
    name: 'Chat',
    text: 'Completions, embeddings, moderations, reranking, speech and transcripts.',
  },
  { group: 'image_create', name: 'Images', text: 'Tasks created: generations, edits, variations.' },
  { group: 'video_create', name: 'Videos', text: 'Tasks created.' },
  { group: 'task_read', name: 'Tasks', text: 'Reading, listing and cancelling, of files and batches too.' },
  { group: 'presign', name: 'Uploads', text: 'Links asked for, files kept, batches handed in.' },
  { group: 'portrait', name: 'Portraits', text: 'Actions of every kind.' },
  { group: 'account', name: 'Account', text: 'Everything under /api-account/user, and the list of models.' },
  { group: 'catalog', name: 'Catalog', text: 'Providers and rankings, by address.' },
]

/** The limits of the guide, as this gateway is set. */
export function listLimits(): DocsLimit[] {
  return publicLimits.map(({ group, ...words }) => ({ ...words, perMinute: perMinuteOf(group) }))
}
