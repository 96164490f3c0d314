import { ModelComparison } from '@/components/catalog/models/compare/model-comparison'
import { readListingQuery } from '@/components/catalog/models/listing/listing-query'
import { ModelsPage } from '@/components/catalog/models/listing/models-page'
import { UnconnectedModels } from '@/components/catalog/models/unconnected'
import { describePage } from '@/components/site/describe-page'
import { pageApi, readSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata = describePage({
  title: 'Models',
  description:
    'Search, filter and compare every model on this gateway by price, context, features and measured speed.',
  path: paths.models,
})

export default async function Page({ searchParams }: PageProps<'/models'>) {
  const [parameters, figures, session] = await Promise.all([
    searchParams,
    pageApi().readModelFigures(),
    readSession(),
  ])
  const query = readListingQuery(parameters)
  const models = pageApi().listOfferedModels(session?.customerId)
  if (query.view === 'list')
    return (
      <>
        <ModelsPage models={models} figures={figures} query={query} />
        {session?.isOperator && <UnconnectedModels models={pageApi().listUnconnectedModels()} />}
      </>
    )
  const chosen = query.compare.flatMap((id) => models.find((model) => model.id === id) ?? [])
  return <ModelComparison models={chosen} speeds={figures} query={query} />
}
