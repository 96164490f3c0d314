import type { Metadata } from 'next'
import { GeneralPanel } from '@/components/account/organization/general-panel'

export const metadata: Metadata = { title: 'Organization' }

export default function Page() {
  return <GeneralPanel />
}
