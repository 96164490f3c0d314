import type { Metadata } from 'next'
import { AuditPanel } from '@/components/account/organization/audit-panel'
import { AuditAction, auditActions } from '@/lib/account/organizations/audit-schema'

export const metadata: Metadata = { title: 'Audit log' }

export default function Page() {
  // Here, so that the page loads no schema.
  const actions = AuditAction.options.map((value) => ({ value, label: auditActions[value] }))
  return <AuditPanel actions={actions} />
}
