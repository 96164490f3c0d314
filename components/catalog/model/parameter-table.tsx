import type { ModelReply } from '@/lib/catalog/schema'
import { describeParameter } from './describe-parameter'

/** What a request for this model may say, besides what it asks. */
export function ParameterTable({ model }: { model: ModelReply }) {
  if (model.supported_parameters.length === 0)
    return <p className="text-sm text-muted">The catalog names no parameters of this model.</p>
  return (
    <dl className="grid gap-x-10 sm:grid-cols-2">
      {model.supported_parameters.map((name) => (
        <div key={name} className="border-t border-line py-2.5">
          <dt className="font-mono text-sm break-all">{name}</dt>
          <dd className="text-sm text-muted">{describeParameter(name, model.modality)}</dd>
        </div>
      ))}
    </dl>
  )
}
