import { AuditPage } from '@/components/operators/audit/audit-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Audit log')

export default function Page() {
  return <AuditPage />
}
