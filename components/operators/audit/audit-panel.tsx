'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { MoreItems } from '@/components/data/more-items'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { auditQuery } from '@/lib/operators/queries'
import type { SubjectType } from '@/lib/operators/schema'
import { Loaded } from '../loaded'
import { AuditItem } from './audit-item'

type AuditPanelProps = {
  title?: string
  subjectType?: SubjectType | undefined
  subjectId?: string | undefined
}

/** Audit entries, newest first; each opens to what was before and after. */
export function AuditPanel({ title, subjectType, subjectId }: AuditPanelProps) {
  const query = useInfiniteQuery(auditQuery({ subjectType, subjectId }))
  return (
    <Panel>
      {title && <PanelHeader title={title} />}
      <Loaded query={query} what="entries" rows={subjectId ? 2 : 6}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items)
          if (entries.length === 0)
            return (
              <EmptyState
                icon={<ScrollText />}
                title="Nothing yet"
                description="No operator has changed anything here."
                className="py-10"
              />
            )
          return (
            <ol reversed className="divide-y divide-line">
              {entries.map((entry) => (
                <li key={entry.id}>
                  <AuditItem entry={entry} />
                </li>
              ))}
            </ol>
          )
        }}
      </Loaded>
      <MoreItems list={query} />
    </Panel>
  )
}
