import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { CodeTabs } from '@/components/site/code-tabs'
import type { DocsEntry, GuidePage } from '@/components/site/docs/docs-contents'
import { type GuideValues, NameList } from '@/components/site/docs/guide-text'
import { FirstRequest } from '@/components/site/first-request'
import { highlight } from '@/components/ui/highlight'
import { verificationSamples } from '@/components/work/deliveries/verification-samples'
import { formatNumber } from '@/lib/client/format/number'
import { pageApi } from '@/lib/client/page-api'
import type { PageApi } from '@/server/page-api'

const FrontMatter = z.strictObject({ summary: z.string(), keywords: z.string() })

/** Reads a page of the guide from its file in docs/guide. */
export function readGuidePage(entry: DocsEntry): GuidePage {
  const file = readFileSync(join(process.cwd(), 'docs/guide', `${entry.slug}.md`), 'utf8')
  const [, front = '', text = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(file) ?? []
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  return { ...entry, ...FrontMatter.parse(parse(front)), headings, text }
}

/** The error codes of the public API. Those of pages, links and portraits are described elsewhere. */
const publicCodes: readonly (keyof ReturnType<PageApi['listErrors']>)[] = [
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
  'budget_exceeded',
  'spend_limit_exceeded',
  'insufficient_scope',
  'insufficient_role',
  'network_not_allowed',
  'model_not_allowed',
  'provider_key_refused',
  'account_suspended',
  'not_found',
  'model_not_found',
  'task_not_found',
  'upload_not_found',
  'last_owner',
  'sole_owner',
  'already_member',
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

/** The errors of the guide, from the table that replies are made from. */
export function listErrors(): { code: string; message: string }[] {
  const table = pageApi().listErrors()
  return publicCodes.map((code) => ({ code, message: table[code].message }))
}

const limitGroups: readonly Parameters<PageApi['perMinuteOf']>[0][] = [
  'chat',
  'image_create',
  'video_create',
  'task_read',
  'presign',
  'portrait',
  'account',
  'catalog',
  'scim',
]

/** The values of `{{name}}` in docs/guide, for this gateway's settings. */
export function guideValues(origin: string): GuideValues {
  const limits = limitGroups.map((group) => [`limit_${group}`, formatNumber(pageApi().perMinuteOf(group))])
  const { marksPerDay, budgetValues } = pageApi().readValueLimits()
  return {
    ...Object.fromEntries(limits),
    marks_per_day: formatNumber(marksPerDay),
    budget_values: formatNumber(budgetValues),
    base_url: origin,
    first_request: () => <FirstRequest origin={origin} />,
    verification: () => <CodeTabs samples={verifications} />,
    errors: (heading) => <NameList label={heading} rows={errorRows()} />,
    failures: (heading) => <NameList label={heading} rows={failureRows()} />,
  }
}

const verifications = verificationSamples.map(({ id, name, code, language }) => ({
  id,
  label: name,
  code,
  content: highlight(code, language),
}))

function errorRows() {
  const table = pageApi().listErrors()
  return publicCodes.map((code) => ({ name: code, aside: table[code].status, text: table[code].message }))
}

const failureRows = () =>
  pageApi()
    .listFailures()
    .map(({ code, message, retryable }) => ({ name: code, aside: retryable && 'retryable', text: message }))
