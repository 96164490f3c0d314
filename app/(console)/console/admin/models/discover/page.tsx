import { DiscoverPage } from '@/components/operator/models/discover-page'
import { operatorMetadata } from '../../operator-metadata'

export const generateMetadata = () => operatorMetadata('Discover models')

/** `?provider=openai` opens that provider's models. */
export default async function Page({ searchParams }: PageProps<'/console/admin/models/discover'>) {
  const { provider } = await searchParams
  return <DiscoverPage opened={typeof provider === 'string' ? provider : undefined} />
}
