import type { ErrorCode } from '@/lib/platform/errors'

/** What a request that uses an upload may be refused for because of it. */
export const uploadRefusals = [
  'upload_not_found',
  'upload_missing',
  'upload_expired',
  'upload_already_used',
  'upload_purpose_mismatch',
  'upload_checksum_mismatch',
  'upload_content_mismatch',
  'storage_unavailable',
] as const satisfies readonly ErrorCode[]
