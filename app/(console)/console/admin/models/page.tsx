import { ModelsPage } from '@/components/operator/models/models-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Models')

export default function Page() {
  return <ModelsPage />
}
