import { ModelPage } from '@/components/operator/models/model-page'
import { operatorMetadata } from '../../operator-metadata'

type Props = { params: Promise<{ id: string[] }> }

export const generateMetadata = () => operatorMetadata('Model')

export default async function Page({ params }: Props) {
  const { id } = await params
  return <ModelPage id={id.map(decodeURIComponent).join('/')} />
}
