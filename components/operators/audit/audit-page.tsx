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
        description="Whatever an operator changed: who, when, to what, and how it was before and after. Nothing here can be changed."
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
