import { notFound } from 'next/navigation'
import { ModelPage } from '@/components/catalog/models/model/model-page'
import { UnconnectedModelPage } from '@/components/catalog/models/unconnected'
import { describePage } from '@/components/site/describe-page'
import { pageApi, readSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'
import { readOrigin } from '../../read-origin'

type Props = PageProps<'/models/[...id]'>

/** The slashes of the path are slashes of the model's ID. */
async function findModel({ params }: Props) {
  const id = (await params).id.map(decode).join('/')
  const customerId = (await readSession())?.customerId
  return {
    model: pageApi().findOfferedModel(id, customerId),
    unconnected: await pageApi().findIdleModel(id),
    customerId,
  }
}

/** Invalid escapes are read literally and match no model. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export async function generateMetadata(props: Props) {
  const { model, unconnected } = await findModel(props)
  if (!model) return { title: unconnected?.name ?? 'Not found', robots: { index: false } }
  return describePage({
    title: model.name,
    description: `${model.name} (${model.id}): ${model.description ?? `a ${model.modality} model`}. Prices, limits, parameters, providers with measured speed, and how to call it.`,
    path: paths.model(model.id),
  })
}

export default async function Page(props: Props) {
  const { model, unconnected, customerId } = await findModel(props)
  if (!model) {
    if (!unconnected) notFound()
    const session = await readSession()
    return <UnconnectedModelPage model={unconnected} isOperator={session?.isOperator ?? false} />
  }
  const [providers, scores, origin] = await Promise.all([
    pageApi().listModelProviders(model.id, customerId),
    pageApi().listModelScores(model.id),
    readOrigin(),
  ])
  return <ModelPage model={model} providers={providers} scores={scores} origin={origin} />
}
