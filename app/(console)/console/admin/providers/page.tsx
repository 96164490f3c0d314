import { ProvidersPage } from '@/components/operator/providers/providers-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Providers')

/** `?provider=openai` opens that provider. */
export default async function Page({ searchParams }: PageProps<'/console/admin/providers'>) {
  const { provider } = await searchParams
  return <ProvidersPage opened={typeof provider === 'string' ? provider : undefined} />
}
