'use client'

import { useState } from 'react'
import { OptionSelect } from '@/components/forms/option-select'
import { Page, PageHeader } from '@/components/layout/page'
import { AuditPanel } from './audit-panel'

const subjects = [
  { value: 'all', label: 'Everything' },
  { value: 'provider', label: 'Providers' },
  { value: 'model', label: 'Models' },
  { value: 'route', label: 'Routes, prices' },
  { value: 'customer', label: 'Customers' },
  { value: 'job', label: 'Jobs' },
  { value: 'benchmark', label: 'Benchmarks' },
] as const

export function AuditPage() {
  const [subject, setSubject] = useState<(typeof subjects)[number]['value']>('all')
  return (
    <Page>
      <PageHeader
        title="Audit log"
        description="Every change by an operator: who, when, and what it was before and after. Entries cannot be altered."
        actions={
          <OptionSelect
            aria-label="Subject"
            className="w-40"
            options={subjects}
            value={subject}
            onValueChange={setSubject}
          />
        }
      />
      <AuditPanel subjectType={subject === 'all' ? undefined : subject} />
    </Page>
  )
}
