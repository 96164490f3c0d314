import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { OverviewReply } from './overview-schema'
import { AuditPage, type SubjectType } from './schema'

/** Above everything that operators look at: whatever one of them changes may show in all of it. */
export const operatorsKey = ['operators']

export function overviewQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'overview'],
    queryFn: ({ signal }) => callApi(apiPaths.adminOverview, { reply: OverviewReply, signal }),
    refetchInterval: 15_000,
  })
}

type AuditFilter = { subjectType?: SubjectType | undefined; subjectId?: string | undefined; limit?: number }

export function auditQuery({ subjectType, subjectId, limit = 50 }: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...operatorsKey, 'audit', subjectType ?? 'all', subjectId ?? 'all', limit],
    queryFn: ({ pageParam, signal }) =>
      callApi(apiPaths.adminAudit, {
        reply: AuditPage,
        query: { limit, cursor: pageParam, subject_type: subjectType, subject_id: subjectId },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
  })
}
