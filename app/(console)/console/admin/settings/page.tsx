import { SettingsPage } from '@/components/operator/settings/settings-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Site settings')

export default function Page() {
  return <SettingsPage />
}
