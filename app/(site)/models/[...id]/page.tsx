import { notFound } from 'next/navigation'
import { ModelPage } from '@/components/catalog/model/model-page'
import { describePage } from '@/components/site/describe-page'
import { listModelScores } from '@/lib/benchmarks/scores'
import { findOfferedModel } from '@/lib/catalog/models'
import { listModelProviders } from '@/lib/catalog/providers'
import { paths } from '@/lib/client/paths'
import { readOrigin } from '../../read-origin'

type Props = PageProps<'/models/[...id]'>

/** The id as callers write it: the page's own slashes are slashes of the id. */
async function findAsked({ params }: Props) {
  const { id } = await params
  return findOfferedModel(id.map(decode).join('/'))
}

/** Escapes that mean no character are taken as what they look like: they name nothing. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export async function generateMetadata(props: Props) {
  const model = await findAsked(props)
  if (!model) return { title: 'Not found' }
  return describePage({
    title: model.name,
    description: `${model.name} (${model.id}): ${model.description ?? `a ${model.modality} model`}. Price, limits, parameters, providers with measured speed, and how to call it.`,
    path: paths.model(model.id),
  })
}

export default async function Page(props: Props) {
  const model = await findAsked(props)
  if (!model) notFound()
  const [providers, scores, origin] = await Promise.all([
    listModelProviders(model.id),
    listModelScores(model.id),
    readOrigin(),
  ])
  return <ModelPage model={model} providers={providers} scores={scores} origin={origin} />
}
