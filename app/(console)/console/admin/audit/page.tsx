import { AuditPage } from '@/components/operator/audit-log'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Audit log')

export default function Page() {
  return <AuditPage />
}
