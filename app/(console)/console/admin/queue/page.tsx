import { QueuePage } from '@/components/operator/queue-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Queue')

export default function Page() {
  return <QueuePage />
}
