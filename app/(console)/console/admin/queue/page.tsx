import { QueuePage } from '@/components/operators/queue-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Queue')

export default function Page() {
  return <QueuePage />
}
