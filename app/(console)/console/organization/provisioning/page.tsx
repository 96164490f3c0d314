import type { Metadata } from 'next'
import { ProvisioningPanel } from '@/components/account/organization/provisioning-panel'

export const metadata: Metadata = { title: 'Provisioning' }

export default function Page() {
  return <ProvisioningPanel />
}
