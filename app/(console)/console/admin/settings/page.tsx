import { SettingsPage } from '@/components/operators/settings/settings-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Site settings')

export default function Page() {
  return <SettingsPage />
}
